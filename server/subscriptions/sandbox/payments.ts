import { Inject, Injectable } from '@nestjs/common';
import { Secrets } from '#domain/secrets';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { type CancellationTime, type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/subscription';
import { CONFIG, type Config } from '#server/config/config';
import { SandboxCheckout, sandboxWebhookSecret } from '#server/subscriptions/sandbox/checkout';
import { sandboxPrices } from '#server/subscriptions/sandbox/notice-data';
import { readSignedNotice, type WebhookTrust } from '#server/subscriptions/paddle/signed-notice';

/** Simulated payments: the complete purchase flow without a provider account. */
@Injectable()
export class SandboxPayments extends Payments {
  readonly checkoutSettings = { provider: 'sandbox', environment: 'sandbox', client_token: null } as const;
  readonly prices = sandboxPrices;
  readonly #webhookTrust: WebhookTrust;

  constructor(
    @Inject(CONFIG) config: Config,
    secrets: Secrets,
    private readonly checkout: SandboxCheckout,
  ) {
    super();
    this.#webhookTrust = {
      provider: 'sandbox',
      secrets: [sandboxWebhookSecret(secrets)],
      toleranceSeconds: config.PADDLE_WEBHOOK_TOLERANCE,
    };
  }

  verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice {
    return readSignedNotice(body, signature, now, this.#webhookTrust);
  }

  /** There is no external page: users cancel on the dashboard. */
  createLink(_subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    return Promise.resolve(purpose === 'cancel' ? '/dashboard' : null);
  }

  async cancel(subscription: Subscription, when: CancellationTime): Promise<null> {
    await this.checkout.cancel(subscription, when);
    return null;
  }

  async keep(subscription: Subscription): Promise<null> {
    await this.checkout.keep(subscription);
    return null;
  }

  /** The sandbox stores nothing itself, so there is nothing to fetch. */
  fetchCurrentState(): Promise<null> {
    return Promise.resolve(null);
  }
}
