import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import type { LockScope } from '#domain/lock-scope';
import { Payments } from '#domain/subscriptions/payments';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** How long after the end of a period news of the next one may take. */
export const RENEWAL_GRACE_HOURS = 26;
const HOUR_MS = 3_600_000;

/** Subscriptions asked about in one night; the rest wait for the next. */
const MAX_CHECKS_PER_NIGHT = 500;

/** Asks the provider about subscriptions whose renewal nobody told us of: a notice can get lost. */
@Injectable()
export class ReconcileSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  /** Answers how many were asked about. Stops with the provider's fault when it cannot be reached. */
  async run(scope: LockScope): Promise<number> {
    const { provider } = this.payments.checkoutSettings;
    if (provider === 'none') return 0;
    const overdueIds = await this.subscriptions.listOverdue(
      provider,
      new Date(this.clock.now().getTime() - RENEWAL_GRACE_HOURS * HOUR_MS),
      MAX_CHECKS_PER_NIGHT,
    );
    for (const id of overdueIds) {
      scope.throwIfRevoked();
      const notice = await this.payments.fetchCurrentState(id);
      if (notice) await this.applyNotice.apply(notice);
      await this.subscriptions.markChecked(provider, id, this.clock.now());
    }
    return overdueIds.length;
  }
}
