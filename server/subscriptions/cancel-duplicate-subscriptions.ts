import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotPossible } from '#domain/errors';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Payments } from '#domain/subscriptions/payments';
import { duplicateSubscriptions } from '#domain/subscriptions/subscription';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** Cancels second subscriptions, which two open checkouts of one user can buy, and tells the operator. */
@Injectable()
export class CancelDuplicateSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns how many were canceled. Throws when the provider cannot be reached; the next run continues. What it declines, such as to cancel
   * one whose payment is under way, keeps no other one from being canceled, and is thrown at the end.
   */
  async run(scope: LockScope): Promise<number> {
    const { provider } = this.payments.checkoutSettings;
    if (provider === 'none') return 0;
    let canceledCount = 0;
    let declined: NotPossible | undefined;
    for (const userId of await this.subscriptions.listUsersWithSeveral(provider)) {
      const own = (await this.subscriptions.listFor(userId)).filter((one) => one.provider === provider);
      for (const duplicate of duplicateSubscriptions(own, this.clock.now())) {
        scope.throwIfRevoked();
        await this.subscriptions.reportDuplicate(duplicate, this.clock.now());
        try {
          await this.applyNotice.applyResponse(await this.payments.cancel(duplicate, 'now'));
          canceledCount++;
        } catch (error) {
          if (!(error instanceof NotPossible)) throw error;
          declined = error;
        }
      }
    }
    if (declined) throw declined;
    return canceledCount;
  }
}
