import { Module } from '@nestjs/common';
import { Secrets } from '#domain/secrets';
import { Payments } from '#domain/subscriptions/payments';
import { CONFIG, type Config } from '#server/config/config';
import { paymentProvider } from '#server/config/providers';
import { JobsModule } from '#server/jobs/jobs.module';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';
import { ManageSubscription } from '#server/subscriptions/manage-subscription';
import { NoPayments } from '#server/subscriptions/no-payments';
import { PaddlePayments } from '#server/subscriptions/paddle/payments';
import { CancelDuplicateSubscriptions } from '#server/subscriptions/cancel-duplicate-subscriptions';
import { ReconcileSubscriptions } from '#server/subscriptions/reconcile-subscriptions';
import { SandboxCheckout } from '#server/subscriptions/sandbox/checkout';
import { SandboxPayments } from '#server/subscriptions/sandbox/payments';
import { SubscriptionJobs } from '#server/subscriptions/subscriptions.job';
import { SubscriptionsController } from '#server/subscriptions/subscriptions.controller';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { WebhookSender } from '#server/subscriptions/sandbox/webhook-sender';
import { WebhooksController } from '#server/subscriptions/webhooks.controller';

/** Chooses the one payment provider; notices of others are refused. */
function choosePayments(config: Config, secrets: Secrets, sandboxCheckout: SandboxCheckout): Payments {
  const provider = paymentProvider(config);
  if (provider === 'paddle') return new PaddlePayments(config);
  return provider === 'sandbox' ? new SandboxPayments(config, secrets, sandboxCheckout) : new NoPayments();
}

@Module({
  imports: [JobsModule],
  controllers: [WebhooksController, SubscriptionsController],
  providers: [
    ApplyPaymentNotice,
    ManageSubscription,
    ReconcileSubscriptions,
    CancelDuplicateSubscriptions,
    SubscriptionJobs,
    SandboxCheckout,
    WebhookSender,
    Subscriptions,
    { provide: Payments, inject: [CONFIG, Secrets, SandboxCheckout], useFactory: choosePayments },
  ],
})
export class SubscriptionsModule {}
