import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { Jobs, type JobOutcome } from '#domain/jobs';
import { dayLabel, dayOf } from '#domain/days';
import { Payments } from '#domain/subscriptions/payments';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** How long after the end of a period news of the next one may take. */
export const NEWS_HOURS = 26;
const HOUR = 3_600_000;

/** Subscriptions asked about in one night; the rest wait for the next. */
const MOST = 500;

/** Asks the provider about subscriptions whose renewal nobody told us of: a notice can get lost. */
@Injectable()
export class ReconcileSubscriptions {
  constructor(
    private readonly payments: Payments,
    private readonly subscriptions: Subscriptions,
    private readonly notices: ApplyPaymentNotice,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Once a day over all instances. */
  nightly(): Promise<JobOutcome> {
    return this.jobs.exclusively('subscriptions', dayLabel(dayOf(this.clock.now())), () => this.run());
  }

  /** Answers how many were asked about. Stops with the provider's fault when it cannot be reached. */
  async run(): Promise<number> {
    const { provider } = this.payments.checkout;
    if (provider === 'none') return 0;
    const overdue = await this.subscriptions.overdue(provider, new Date(this.clock.now().getTime() - NEWS_HOURS * HOUR), MOST);
    for (const id of overdue) {
      const told = await this.payments.current(id);
      if (told) await this.notices.apply(told);
      await this.subscriptions.checked(provider, id, this.clock.now());
    }
    return overdue.length;
  }
}
