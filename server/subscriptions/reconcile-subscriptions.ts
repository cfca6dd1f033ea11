import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { HOUR_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Payments } from '#domain/subscriptions/payments';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** How long after the end of a period its renewal notice may take. */
const RENEWAL_GRACE_HOURS = 26;

/** The rest are checked the next night. */
const MAX_CHECKS_PER_NIGHT = 500;

/** After this many failures in a row, the provider counts as down; fewer may be answers that cannot be read. */
const MAX_FAILURES_IN_A_ROW = 3;

/** Checks subscriptions without a renewal notice with the provider, because a notice can get lost. */
@Injectable()
export class ReconcileSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns how many were checked. Throws when the provider cannot be reached, and, once the others are checked, when an answer about one
   * cannot be read.
   */
  async run(scope: LockScope): Promise<number> {
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
}
