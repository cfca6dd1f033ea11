import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { MINUTE_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { Mailer, nextAttempt } from '#domain/mail/mailer';
import { formatCount } from '#domain/numbers';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { EmailOutbox } from '#server/mail/typeorm/email-outbox';

const EMAIL_BATCH_SIZE = 20;
/** After this time an attempt counts as interrupted. */
const LEASE_MS = 5 * MINUTE_MS;

/** Mail servers name the address that they refuse, which does not belong in a log. */
const notDelivered = (faults: readonly string[]): string =>
  `${formatCount(faults.length, 'email was', 'emails were')} not delivered: ${(faults.at(-1) ?? '').replaceAll(/[^\s<>]+@[^\s<>]+/g, '(address)')}`;

/** Delivers due emails. Failed ones are retried with increasing delays and given up after two days. */
@Injectable()
export class DeliverEmails {
  readonly #logger = new Logger('mail');

  constructor(
    private readonly outbox: EmailOutbox,
    private readonly mailer: Mailer,
    private readonly renderer: EmailRenderer,
    private readonly clock: Clock,
  ) {}

  /** Returns how many emails were delivered, and logs how many were not, with the last reason. Stops between two emails when the scope is revoked. */
  async run(scope: LockScope): Promise<number> {
    let deliveredCount = 0;
    const faults: string[] = [];
    for (;;) {
      const now = this.clock.now();
      const dueEmails = await this.outbox.leaseDue(EMAIL_BATCH_SIZE, now, new Date(now.getTime() + LEASE_MS));
      for (const { id, email, failures } of dueEmails) {
        scope.throwIfRevoked();
        const fault = await this.#deliver(id, email, failures + 1);
        if (fault === null) deliveredCount++;
        else faults.push(fault);
      }
      if (dueEmails.length >= EMAIL_BATCH_SIZE) continue;
      if (faults.length > 0) this.#logger.warn(notDelivered(faults));
      return deliveredCount;
    }
  }

  /** Returns why the email was not delivered; null when it was. */
  async #deliver(id: number, email: Email, attempts: number): Promise<string | null> {
    try {
      await this.mailer.deliver(this.renderer.render(id, email));
    } catch (error) {
      const now = this.clock.now();
      const fault = error instanceof Error ? error.message : String(error);
      await this.outbox.markFailed(id, fault, nextAttempt(attempts, now), now);
      return fault;
    }
    await this.outbox.markDelivered(id, this.clock.now(), this.mailer.keepsDeliveredEmails);
    return null;
  }
}
