import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { MINUTE_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email } from '#domain/mail/email';
import { EmailOutbox } from '#domain/mail/email-outbox';
import { EmailRenderer, Mailer } from '#domain/mail/mailer';
import { nextAttempt } from '#domain/mail/next-attempt';

const EMAIL_BATCH_SIZE = 20;
/** After this time an attempt counts as interrupted. */
const LEASE_MS = 5 * MINUTE_MS;

/** Delivers due emails. Failed ones are retried with increasing delays and given up after two days. */
@Injectable()
export class DeliverEmails {
  constructor(
    private readonly outbox: EmailOutbox,
    private readonly mailer: Mailer,
    private readonly renderer: EmailRenderer,
    private readonly clock: Clock,
  ) {}

  /** Returns how many emails were delivered. Stops between two emails when the scope is revoked. */
  async run(scope: LockScope): Promise<number> {
    let deliveredCount = 0;
    for (;;) {
      const now = this.clock.now();
      const dueEmails = await this.outbox.leaseDue(EMAIL_BATCH_SIZE, now, new Date(now.getTime() + LEASE_MS));
      for (const { id, email, failures } of dueEmails) {
        scope.throwIfRevoked();
        if (await this.#deliver(id, email, failures + 1)) deliveredCount++;
      }
      if (dueEmails.length < EMAIL_BATCH_SIZE) return deliveredCount;
    }
  }

  async #deliver(id: number, email: Email, attempts: number): Promise<boolean> {
    try {
      await this.mailer.deliver(this.renderer.render(id, email));
    } catch (error) {
      const now = this.clock.now();
      await this.outbox.markFailed(id, error instanceof Error ? error.message : String(error), nextAttempt(attempts, now), now);
      return false;
    }
    await this.outbox.markDelivered(id, this.clock.now(), this.mailer.keepsDeliveredEmails);
    return true;
  }
}
