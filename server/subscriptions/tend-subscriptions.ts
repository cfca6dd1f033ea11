import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { HOUR_MS } from '#domain/durations';
import { NotPossible } from '#domain/errors';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Payments } from '#domain/subscriptions/payments';
import { duplicateSubscriptions } from '#domain/subscriptions/subscription';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** How long after the end of a period its renewal notice may take. */
const RENEWAL_GRACE_HOURS = 26;

/** The rest are checked the next night. */
const MAX_CHECKS_PER_NIGHT = 500;

/** After this many failures in a row, the provider counts as down; fewer may be answers that cannot be read. */
const MAX_FAILURES_IN_A_ROW = 3;

/** What is done to subscriptions on schedule, so that they are as the provider has them, and each user pays for one. */
@Injectable()
export class TendSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks subscriptions without a renewal notice with the provider, because a notice can get lost; returns how many. Throws when the
   * provider cannot be reached, and, once the others are checked, when an answer about one cannot be read.
   */
  async reconcile(scope: LockScope): Promise<number> {
    const { provider } = this.payments.checkoutSettings;
    if (provider === 'none') return 0;
    const overdueIds = await this.subscriptions.listOverdue(
      provider,
      new Date(this.clock.now().getTime() - RENEWAL_GRACE_HOURS * HOUR_MS),
      MAX_CHECKS_PER_NIGHT,
    );
    let failedInARow = 0;
    let failure: unknown;
    for (const id of overdueIds) {
      scope.throwIfRevoked();
      try {
        await this.applyNotice.applyResponse(await this.payments.fetchCurrentState(id));
        await this.subscriptions.markChecked(provider, id, this.clock.now());
        failedInARow = 0;
      } catch (error) {
        failure = error;
        if (++failedInARow === MAX_FAILURES_IN_A_ROW) break;
      }
    }
    if (failure) throw failure;
    return overdueIds.length;
  }

  /**
   * Cancels second subscriptions, which two open checkouts of one user can buy, and tells the operator; returns how many. Throws when the
   * provider cannot be reached; the next run continues. What it declines, such as to cancel one whose payment is under way, keeps no other
   * one from being canceled, and is thrown at the end.
   */
  async cancelDuplicates(scope: LockScope): Promise<number> {
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
