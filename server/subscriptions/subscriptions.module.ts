import { Module, type OnModuleInit } from '@nestjs/common';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { JobRunner } from '#server/jobs/job-runner';
import { Secrets } from '#domain/secrets';
import { Payments } from '#domain/subscriptions/payments';
import { CONFIG, type Config, paymentProvider } from '#server/config/config';
import { JobsModule } from '#server/jobs/jobs.module';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { NoPayments } from '#server/subscriptions/no-payments';
import { PaddlePayments } from '#server/subscriptions/paddle/payments';
import { CancelDuplicateSubscriptions } from '#server/subscriptions/cancel-duplicate-subscriptions';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';
import { SandboxCheckout, WebhookSender } from '#server/subscriptions/sandbox/checkout';
import { SandboxPayments } from '#server/subscriptions/sandbox/payments';
import { SubscriptionsController } from '#server/subscriptions/subscriptions.controller';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { WebhooksController } from '#server/subscriptions/webhooks.controller';

/** Chooses the one payment provider; notices of others are refused. */
function choosePayments(config: Config, secrets: Secrets, sandboxCheckout: SandboxCheckout): Payments {
  const provider = paymentProvider(config);
  if (provider === 'paddle') return new PaddlePayments(config);
  return provider === 'sandbox' ? new SandboxPayments(config, secrets, sandboxCheckout) : new NoPayments();
}

@Module({
  imports: [AnalyticsModule, JobsModule],
  controllers: [WebhooksController, SubscriptionsController],
  providers: [
    ApplyPaymentNotice,
    ManageSubscription,
    ReconcileSubscriptions,
    CancelDuplicateSubscriptions,
    SandboxCheckout,
    WebhookSender,
    Subscriptions,
    { provide: Payments, inject: [CONFIG, Secrets, SandboxCheckout], useFactory: choosePayments },
  ],
})
export class SubscriptionsModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly reconcile: ReconcileSubscriptions,
    private readonly cancelDuplicates: CancelDuplicateSubscriptions,
  ) {}

  /** Checks overdue renewals every night, and cancels second subscriptions every minute. */
  onModuleInit(): void {
    this.runner.register('subscriptions', ({ scope }) => this.reconcile.run(scope));
    this.runner.register('duplicate-subscriptions', ({ scope }) => this.cancelDuplicates.run(scope));
  }
}
