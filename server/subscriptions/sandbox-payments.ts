import { Inject, Injectable } from '@nestjs/common';
import { Secrets } from '#domain/secrets';
import type { BillingNotice } from '#domain/subscriptions/billing';
import { type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/status';
import { CONFIG, type Config } from '#server/config/config';
import { SandboxCheckout, sandboxSecret } from '#server/subscriptions/sandbox-checkout';
import { sandboxPrices } from '#server/subscriptions/sandbox-events';
import { signedNotice } from '#server/subscriptions/signed-notice';

/** Payments without money: the whole way of a purchase, with no account at a provider. */
@Injectable()
export class SandboxPayments extends Payments {
  readonly checkout = { provider: 'sandbox', environment: 'sandbox', client_token: null } as const;
  readonly prices = sandboxPrices;
  readonly #trust;

  constructor(
    @Inject(CONFIG) config: Config,
    secrets: Secrets,
    private readonly provider: SandboxCheckout,
  ) {
    super();
    this.#trust = { provider: 'sandbox', secrets: [sandboxSecret(secrets)], tolerance: config.PADDLE_WEBHOOK_TOLERANCE } as const;
  }

  notice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice {
    return signedNotice(body, signature, now, this.#trust);
  }

  /** There is no page outside: one cancels on the dashboard. */
  link(_subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    return Promise.resolve(purpose === 'cancel' ? '/dashboard' : null);
  }

  async cancel(subscription: Subscription): Promise<null> {
    await this.provider.cancel(subscription);
    return null;
  }

  /** The sandbox has no books of its own: what we know is all there is. */
  current(): Promise<null> {
    return Promise.resolve(null);
  }
}
