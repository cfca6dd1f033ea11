import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { MINUTE_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { Mailer, nextAttempt } from '#domain/mail/mailer';
import { formatCount } from '#domain/numbers';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { EmailOutbox } from '#server/mail/typeorm/email-outbox';

/** After this time an attempt counts as interrupted: longer than a mail server may take for one email. */
const LEASE_MS = 5 * MINUTE_MS;

/** Mail servers name the address that they refuse, which does not belong in a log. */
const notDelivered = (faults: readonly string[]): string =>
  `${formatCount(faults.length, 'email was', 'emails were')} not delivered: ${(faults.at(-1) ?? '').replaceAll(/[^\s<>]+@[^\s<>]+/g, '(address)')}`;

/** Delivers due emails. Failed ones are retried with increasing delays and given up after two days. */
@Injectable()
export class DeliverEmails {
  readonly #logger = new Logger('mail');
  /** The ids of emails that were delivered and not yet marked, because the database did not answer. */
  readonly #unmarked = new Set<number>();

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
    await this.#markDelivered();
    for (;;) {
      scope.throwIfRevoked();
      const now = this.clock.now();
      // One at a time: those behind a slow one would outlast their lease, and be sent by another server, too.
      const due = await this.outbox.leaseDue(now, new Date(now.getTime() + LEASE_MS));
      if (!due) break;
      const fault = await this.#deliver(due.id, due.email, due.failures + 1);
      if (fault === null) deliveredCount++;
      else faults.push(fault);
    }
    if (faults.length > 0) this.#logger.warn(notDelivered(faults));
    return deliveredCount;
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
    this.#unmarked.add(id);
    await this.#markDelivered();
    return null;
  }

  /** Marks what was delivered. What fails is repeated by the next run, before the lease ends and the email would be sent again. */
  async #markDelivered(): Promise<void> {
    for (const id of this.#unmarked) {
      await this.outbox.markDelivered(id, this.clock.now(), this.mailer.keepsDeliveredEmails);
      this.#unmarked.delete(id);
    }
  }
}
