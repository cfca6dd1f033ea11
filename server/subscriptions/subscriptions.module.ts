import { Module, type OnModuleInit } from '@nestjs/common';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { JobRunner } from '#server/jobs/job-runner';
import { Payments } from '#domain/subscriptions/payments';
import { CONFIG, type Config, paymentProvider } from '#server/config/config';
import { JobsModule } from '#server/jobs/jobs.module';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { NoPayments } from '#server/subscriptions/no-payments';
import { PaddlePayments } from '#server/subscriptions/paddle/payments';
import { SandboxPayments } from '#server/subscriptions/sandbox/payments';
import { SubscriptionsController } from '#server/subscriptions/subscriptions.controller';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { TendSubscriptions } from '#server/subscriptions/tend-subscriptions';
import { WebhooksController } from '#server/subscriptions/webhooks.controller';

/** Chooses the one payment provider; notices of others are refused. */
function choosePayments(config: Config, sandbox: SandboxPayments): Payments {
  const provider = paymentProvider(config);
  if (provider === 'paddle') return new PaddlePayments(config);
  return provider === 'sandbox' ? sandbox : new NoPayments();
}

@Module({
  imports: [AnalyticsModule, JobsModule],
  controllers: [WebhooksController, SubscriptionsController],
  providers: [
    ApplyPaymentNotice,
    ManageSubscription,
    TendSubscriptions,
    SandboxPayments,
    Subscriptions,
    { provide: Payments, inject: [CONFIG, SandboxPayments], useFactory: choosePayments },
  ],
})
export class SubscriptionsModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly tendSubscriptions: TendSubscriptions,
  ) {}

  /** Checks overdue renewals every night, and cancels second subscriptions every minute. */
  onModuleInit(): void {
    this.runner.register('subscriptions', ({ scope }) => this.tendSubscriptions.reconcile(scope));
    this.runner.register('duplicate-subscriptions', ({ scope }) => this.tendSubscriptions.cancelDuplicates(scope));
  }
}
