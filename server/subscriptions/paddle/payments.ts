import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError, type Environment, LogLevel, Paddle, type Subscription as PaddleSubscription } from '@paddle/paddle-node-sdk';
import { PROVIDER_TIMEOUT_MS } from '#domain/deadlines';
import { NotFound, NotPossible, Unavailable } from '#domain/errors';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { type CancellationTime, type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/subscription';
import { CONFIG, type Config } from '#server/config/config';
import { parsePaddleNotice } from '#server/subscriptions/paddle/notice';
import { readSignedNotice, type WebhookTrust } from '#server/subscriptions/paddle/signed-notice';
import { trustedPaddleUrl } from '#server/subscriptions/paddle/trusted-paddle-url';

/** The limit of a call; Paddle's client has none. */

const unavailable = () => new Unavailable("The payment provider isn't responding. Please try again in a few minutes.");

/** Paddle Billing: we verify the notices ourselves and call its API through its client. */
@Injectable()
export class PaddlePayments extends Payments {
  readonly checkoutSettings;
  readonly prices;
  readonly #logger = new Logger('paddle');
  readonly #paddle: Paddle;
  readonly #webhookTrust: WebhookTrust;

  constructor(@Inject(CONFIG) config: Config) {
    super();
    this.checkoutSettings = {
      provider: 'paddle',
      environment: config.PADDLE_ENVIRONMENT,
      client_token: config.PADDLE_CLIENT_TOKEN ?? null,
    } as const;
    this.prices = { price_id: config.PADDLE_PRICE_ID ?? null, admin_price_id: config.PADDLE_ADMIN_PRICE_ID ?? null };
    const secrets = (config.PADDLE_WEBHOOK_SECRETS ?? '').split(',').map((secret) => secret.trim());
    this.#webhookTrust = {
      provider: 'paddle',
      secrets: secrets.filter((secret) => secret !== ''),
      toleranceSeconds: config.PADDLE_WEBHOOK_TOLERANCE,
    };
    // The client uses an unknown environment as its base URL.
    const environment = (config.PADDLE_API_URL?.replace(/\/+$/, '') ?? config.PADDLE_ENVIRONMENT) as Environment;
    this.#paddle = new Paddle(config.PADDLE_API_KEY ?? '', { environment, logLevel: LogLevel.none });
  }

  verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice {
    return readSignedNotice(body, signature, now, this.#webhookTrust);
  }

  async createLink(subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    const subscription = await this.#request(() => this.#paddle.subscriptions.get(subscriptionId));
    const urls = subscription?.managementUrls;
    const url = purpose === 'cancel' ? urls?.cancel : urls?.updatePaymentMethod;
    if (url === undefined || url === null) return null;
    const trustedUrl = trustedPaddleUrl(url);
    if (trustedUrl === null) {
      this.#logger.error(`refused a ${purpose} link that does not lead to Paddle`);
      throw unavailable();
    }
    return trustedUrl;
  }

  cancel({ id }: Pick<Subscription, 'id'>, when: CancellationTime): Promise<BillingNotice> {
    const effectiveFrom = when === 'now' ? 'immediately' : 'next_billing_period';
    return this.#change(() => this.#paddle.subscriptions.cancel(id, { effectiveFrom }));
  }

  keep({ id }: Pick<Subscription, 'id'>): Promise<BillingNotice> {
    return this.#change(() => this.#paddle.subscriptions.update(id, { scheduledChange: null }));
  }

  async #change(call: () => Promise<PaddleSubscription>): Promise<BillingNotice> {
    const subscription = await this.#request(call);
    if (!subscription) throw new NotFound("The payment provider doesn't know this subscription.");
    return this.#toNotice(subscription);
  }

  async fetchCurrentState(subscriptionId: string): Promise<BillingNotice | null> {
    const subscription = await this.#request(() => this.#paddle.subscriptions.get(subscriptionId));
    return subscription && this.#toNotice(subscription);
  }

  /** Converts a response to a notice at the time of the last change. The event id is stable, so applying it is idempotent. */
  #toNotice(subscription: PaddleSubscription): BillingNotice {
    try {
      return parsePaddleNotice('paddle', {
        event_id: `api:${subscription.id}:${subscription.updatedAt}`.slice(0, 100),
        event_type: 'subscription.updated',
        occurred_at: subscription.updatedAt,
        data: toWireFormat(subscription),
      });
    } catch (error) {
      this.#logger.error(`invalid response: ${String(error)}`);
      throw unavailable();
    }
  }

  /** Calls Paddle. Returns null when it does not know the subscription. */
  async #request<T>(call: () => Promise<T>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no response within ${PROVIDER_TIMEOUT_MS} ms`)), PROVIDER_TIMEOUT_MS);
    });
    try {
      return await Promise.race([call(), timeout]);
    } catch (error) {
      if (error instanceof ApiError && error.code.endsWith('not_found')) return null;
      this.#logger.warn(error instanceof ApiError ? `${error.code}: ${error.detail}` : String(error));
      if (error instanceof ApiError && error.type === 'request_error' && error.code.startsWith('subscription_')) {
        throw new NotPossible('The payment provider declined that change. Contact support.');
      }
      throw unavailable();
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Converts the client's camelCase fields back to those of notices. */
const toWireFormat = (subscription: PaddleSubscription) => ({
  id: subscription.id,
  status: subscription.status,
  customer_id: subscription.customerId,
  currency_code: subscription.currencyCode,
  created_at: subscription.createdAt,
  updated_at: subscription.updatedAt,
  started_at: subscription.startedAt,
  first_billed_at: subscription.firstBilledAt,
  next_billed_at: subscription.nextBilledAt,
  paused_at: subscription.pausedAt,
  canceled_at: subscription.canceledAt,
  discount: subscription.discount && { id: subscription.discount.id },
  current_billing_period: subscription.currentBillingPeriod && { ends_at: subscription.currentBillingPeriod.endsAt },
  scheduled_change: subscription.scheduledChange && {
    action: subscription.scheduledChange.action,
    effective_at: subscription.scheduledChange.effectiveAt,
  },
  items: subscription.items.map(({ quantity, price }) => ({
    quantity,
    price: {
      id: price.id,
      unit_price: { amount: price.unitPrice.amount, currency_code: price.unitPrice.currencyCode },
    },
  })),
  custom_data: subscription.customData,
});
