import { Inject, Injectable, Logger } from '@nestjs/common';
import { z } from 'zod';
import { PROVIDER_TIMEOUT_MS } from '#domain/endpoint';
import { NotFound, NotPossible, Unavailable } from '#domain/errors';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { type CancellationTime, type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/subscription';
import { CONFIG, type Config } from '#server/config/config';
import { cappedFetch } from '#server/http/capped-fetch';
import { parsePaddleNotice } from '#server/subscriptions/paddle/notice';
import { readSignedNotice, type WebhookTrust } from '#server/subscriptions/paddle/signed-notice';

const API_ORIGINS = { production: 'https://api.paddle.com', sandbox: 'https://sandbox-api.paddle.com' } as const;

/** The fields of a response that are not those of notices. */
const PaddleResponse = z.object({
  data: z.looseObject({
    id: z.string(),
    updated_at: z.string(),
    management_urls: z.object({ cancel: z.string().nullish(), update_payment_method: z.string().nullish() }).nullish(),
  }),
});
type PaddleResponse = z.infer<typeof PaddleResponse>;

const PaddleError = z.object({ error: z.object({ type: z.string(), code: z.string(), detail: z.string() }) });

const unavailable = () => new Unavailable("The payment provider isn't responding. Please try again in a few minutes.");

/** Returns the normalized URL; null unless it is https on one of Paddle's own hosts. */
export function trustedPaddleUrl(url: unknown): string | null {
  // Browsers remove tabs and newlines and treat a backslash as a slash, so reject URLs that contain them.
  if (typeof url !== 'string' || url.length > 2_000 || /[\s\\\p{C}]/u.test(url) || !URL.canParse(url)) return null;
  const { protocol, hostname, username, password, port, href } = new URL(url);
  const isPaddleHost = hostname === 'paddle.com' || hostname.endsWith('.paddle.com');
  return protocol === 'https:' && isPaddleHost && username === '' && password === '' && port === '' ? href : null;
}

/** Paddle Billing: its signed notices, and its API, which returns subscriptions as the notices have them. */
@Injectable()
export class PaddlePayments extends Payments {
  readonly checkoutSettings;
  readonly prices;
  readonly #logger = new Logger('paddle');
  readonly #apiUrl: string;
  readonly #apiKey: string;
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
    this.#apiUrl = config.PADDLE_API_URL?.replace(/\/+$/, '') ?? API_ORIGINS[config.PADDLE_ENVIRONMENT];
    this.#apiKey = config.PADDLE_API_KEY ?? '';
  }

  verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice {
    return readSignedNotice(body, signature, now, this.#webhookTrust);
  }

  async createLink(subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    const response = await this.#send('GET', subscriptionId);
    const urls = response?.data.management_urls;
    const url = purpose === 'cancel' ? urls?.cancel : urls?.update_payment_method;
    if (url === undefined || url === null) return null;
    const trustedUrl = trustedPaddleUrl(url);
    if (trustedUrl === null) {
      this.#logger.error(`refused a ${purpose} link that does not lead to Paddle`);
      throw unavailable();
    }
    return trustedUrl;
  }

  cancel({ id }: Pick<Subscription, 'id'>, when: CancellationTime): Promise<BillingNotice> {
    return this.#change('POST', id, '/cancel', { effective_from: when === 'now' ? 'immediately' : 'next_billing_period' });
  }

  keep({ id }: Pick<Subscription, 'id'>): Promise<BillingNotice> {
    return this.#change('PATCH', id, '', { scheduled_change: null });
  }

  async fetchCurrentState(subscriptionId: string): Promise<BillingNotice | null> {
    const response = await this.#send('GET', subscriptionId);
    return response && this.#toNotice(response);
  }

  async #change(method: 'POST' | 'PATCH', subscriptionId: string, action: string, body: object): Promise<BillingNotice> {
    const response = await this.#send(method, subscriptionId, action, body);
    if (!response) throw new NotFound("The payment provider doesn't know this subscription.");
    return this.#toNotice(response);
  }

  /** Converts a response to a notice at the time of the last change. The event id is stable, so applying it is idempotent. */
  #toNotice({ data }: PaddleResponse): BillingNotice {
    // Its links let anyone who has them cancel: they must not be stored.
    const { management_urls: _links, ...subscription } = data;
    try {
      return parsePaddleNotice('paddle', {
        event_id: `api:${data.id}:${data.updated_at}`.slice(0, 100),
        event_type: 'subscription.updated',
        occurred_at: data.updated_at,
        data: subscription,
      });
    } catch (error) {
      throw this.#refused(`invalid response: ${String(error)}`);
    }
  }

  /** Calls Paddle. Returns null when it does not know the subscription. */
  async #send(method: string, subscriptionId: string, action = '', body?: object): Promise<PaddleResponse | null> {
    const url = `${this.#apiUrl}/subscriptions/${encodeURIComponent(subscriptionId)}${action}`;
    const headers = { authorization: `Bearer ${this.#apiKey}`, 'content-type': 'application/json', 'paddle-version': '1' };
    const request = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const { status, json } = await cappedFetch(url, request, PROVIDER_TIMEOUT_MS).catch((error: unknown): never => {
      throw this.#refused(String((error as Error).cause ?? error));
    });
    const { data: failure } = PaddleError.safeParse(json);
    if (failure) return this.#fail(failure.error);
    const { data: response } = PaddleResponse.safeParse(json);
    if (status !== 200 || !response) throw this.#refused(`invalid response with status ${status}`);
    return response;
  }

  #fail({ type, code, detail }: z.infer<typeof PaddleError>['error']): null {
    if (code.endsWith('not_found')) return null;
    const error = this.#refused(`${code}: ${detail}`);
    if (type === 'request_error' && code.startsWith('subscription_'))
      throw new NotPossible('The payment provider declined that change. Contact support.');
    throw error;
  }

  /** Logs why a call failed; users learn only that it did. */
  #refused(reason: string): Unavailable {
    this.#logger.warn(reason);
    return unavailable();
  }
}
