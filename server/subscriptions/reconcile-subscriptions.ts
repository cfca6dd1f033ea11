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

/** Checks subscriptions without a renewal notice with the provider, because a notice can get lost. */
@Injectable()
export class ReconcileSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  /** Returns how many were checked. Throws when the provider cannot be reached. */
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
      await this.applyNotice.applyResponse(await this.payments.fetchCurrentState(id));
      await this.subscriptions.markChecked(provider, id, this.clock.now());
    }
    return overdueIds.length;
  }
}
