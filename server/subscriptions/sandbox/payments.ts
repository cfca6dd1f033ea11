import { Inject, Injectable } from '@nestjs/common';
import { Secrets } from '#domain/secrets';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/subscription';
import { CONFIG, type Config } from '#server/config/config';
import { SandboxCheckout, sandboxWebhookSecret } from '#server/subscriptions/sandbox/checkout';
import { sandboxPrices } from '#server/subscriptions/sandbox/notice-data';
import { readSignedNotice } from '#server/subscriptions/paddle/signed-notice';

/** Payments without money: the whole way of a purchase, with no account at a provider. */
@Injectable()
export class SandboxPayments extends Payments {
  readonly checkoutSettings = { provider: 'sandbox', environment: 'sandbox', client_token: null } as const;
  readonly prices = sandboxPrices;
  readonly #webhookTrust;

  constructor(
    @Inject(CONFIG) config: Config,
    secrets: Secrets,
    private readonly provider: SandboxCheckout,
  ) {
    super();
    this.#webhookTrust = {
      provider: 'sandbox',
      secrets: [sandboxWebhookSecret(secrets)],
      tolerance: config.PADDLE_WEBHOOK_TOLERANCE,
    } as const;
  }

  verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice {
    return readSignedNotice(body, signature, now, this.#webhookTrust);
  }

  /** There is no page outside: one cancels on the dashboard. */
  createLink(_subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    return Promise.resolve(purpose === 'cancel' ? '/dashboard' : null);
  }

  async cancel(subscription: Subscription): Promise<null> {
    await this.provider.cancel(subscription);
    return null;
  }

  /** The sandbox has no books of its own: what we know is all there is. */
  fetchCurrentState(): Promise<null> {
    return Promise.resolve(null);
  }
}
