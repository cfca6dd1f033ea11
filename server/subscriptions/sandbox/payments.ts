import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { isAdmin, type SessionState, type SignedInUser } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Conflict, Forbidden, NotFound, NotPossible, Unavailable } from '#domain/errors';
import { JobLocks } from '#domain/jobs/jobs';
import { Secrets } from '#domain/secrets';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import type { sandboxActions } from '#domain/subscriptions/contract';
import { signPassthrough } from '#domain/subscriptions/passthrough';
import { type CancellationTime, type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import { purchaseHints, purchaseState } from '#domain/subscriptions/purchase';
import { givesPremium, type Subscription, willRenew, primarySubscription } from '#domain/subscriptions/subscription';
import { CONFIG, type Config } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';
import { readSignedNotice, signBody } from '#server/subscriptions/paddle/signed-notice';
import {
  periodEndFrom,
  refundData,
  sandboxPrices,
  type SandboxSubscription,
  subscriptionData,
  transactionData,
} from '#server/subscriptions/sandbox/notice-data';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';

const WEBHOOK_PATH = '/api/webhooks/paddle';

type SandboxAction = (typeof sandboxActions)[number];
type SandboxNotice = readonly [kind: string, data: unknown];

/** The webhook secret of the sandbox, derived per installation. */
export const sandboxWebhookSecret = (secrets: Secrets): string => secrets.sign('checkout', 'notices of the sandbox');

/** Simulated payments: the complete purchase flow without a provider account. Takes no money, and sends webhooks as Paddle does. */
@Injectable()
export class SandboxPayments extends Payments {
  readonly checkoutSettings = { provider: 'sandbox', environment: 'sandbox', client_token: null } as const;
  readonly prices = sandboxPrices;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly subscriptions: Subscriptions,
    private readonly jobLocks: JobLocks,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly host: HttpAdapterHost,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  verifyNotice(body: Uint8Array, signature: string | undefined, now: Date): BillingNotice {
    const secrets = [sandboxWebhookSecret(this.secrets)];
    return readSignedNotice(body, signature, now, { provider: 'sandbox', secrets, toleranceSeconds: this.config.PADDLE_WEBHOOK_TOLERANCE });
  }

  /** There is no external page: users cancel on the dashboard. */
  createLink(_subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    return Promise.resolve(purpose === 'cancel' ? '/dashboard' : null);
  }

  /** The sandbox stores nothing itself, so there is nothing to fetch. */
  fetchCurrentState(): Promise<null> {
    return Promise.resolve(null);
  }

  /** Buys Premium for this user. Of concurrent purchases, one succeeds; the others throw `Conflict`. */
  async pay(user: SignedInUser, session: SessionState, product: 'user' | 'admin'): Promise<void> {
    const state = purchaseState(user, 'sandbox');
    if (state === 'already_premium') throw new Conflict(purchaseHints[state]);
    if (state !== 'ready') throw new NotPossible(purchaseHints[state]);
    if (product === 'admin' && !isAdmin({ kind: 'user', user })) throw new Forbidden();
    const outcome = await this.jobLocks.runIfFree(`purchase of ${user.id}`, async () => {
      const now = this.clock.now();
      // The session's view of the user may be older than another purchase.
      if ((await this.subscriptions.listFor(user.id)).some((one) => givesPremium(one, now))) return 'done';
      await this.#sell(user, session, product, now);
      return 'ran';
    });
    if (outcome === 'done') throw new Conflict(purchaseHints.already_premium);
    if (outcome === 'busy') throw new Conflict('Another purchase of yours is in progress.');
  }

  async #sell(user: SignedInUser, session: SessionState, product: 'user' | 'admin', now: Date): Promise<void> {
    const subscription: SandboxSubscription = {
      id: this.#newId('sub'),
      customer_id: `ctm_${this.secrets.hash(user.id).replaceAll(/[^\w]/g, '').slice(0, 26)}`,
      status: 'active',
      price_id: product === 'admin' ? sandboxPrices.admin_price_id : sandboxPrices.price_id,
      started_at: now,
      period_ends_at: periodEndFrom(now),
      ends_at: null,
      canceled_at: null,
      custom_data: signPassthrough(user, session, this.secrets),
    };
    await this.#sendNotices([
      ['subscription.created', subscriptionData(subscription, now)],
      ['transaction.completed', transactionData(subscription, this.#newId('txn'), now)],
    ]);
  }

  /** Applies an action to the user's plan; throws `NotFound` without one. */
  async applyAction(action: Exclude<SandboxAction, 'pay'>, user: SignedInUser, session: SessionState): Promise<void> {
    const sandboxSubscriptions = (await this.subscriptions.listFor(user.id)).filter(({ provider }) => provider === 'sandbox');
    const subscription = primarySubscription(sandboxSubscriptions, this.clock.now());
    if (!subscription) throw new NotFound("You don't have a Premium subscription.");
    if (subscription.ended_at !== null) throw new NotPossible('This subscription has ended.');
    await this.#sendNotices(
      this.#noticesFor(action, this.#toSandboxSubscription(subscription, signPassthrough(user, session, this.secrets))),
    );
  }

  async cancel(subscription: Subscription, when: CancellationTime): Promise<null> {
    const atProvider = this.#toSandboxSubscription(subscription, {});
    const now = this.clock.now();
    const canceled: SandboxSubscription = { ...atProvider, status: 'canceled', canceled_at: now };
    await this.#sendNotices(
      when === 'now' ? [['subscription.canceled', subscriptionData(canceled, now)]] : this.#noticesFor('cancel', atProvider),
    );
    return null;
  }

  async keep(subscription: Subscription): Promise<null> {
    const kept = { ...this.#toSandboxSubscription(subscription, {}), ends_at: null };
    await this.#sendNotices([['subscription.updated', subscriptionData(kept, this.clock.now())]]);
    return null;
  }

  #noticesFor(action: Exclude<SandboxAction, 'pay'>, subscription: SandboxSubscription): readonly SandboxNotice[] {
    const now = this.clock.now();
    const subscriptionNotice = (kind: string, change: Partial<SandboxSubscription> = {}): SandboxNotice => [
      `subscription.${kind}`,
      subscriptionData({ ...subscription, ...change }, now),
    ];
    switch (action) {
      case 'renew':
        return this.#renewalNotices(subscription, subscription.period_ends_at > now ? subscription.period_ends_at : now);
      case 'fail':
        return [
          subscriptionNotice('past_due', { status: 'past_due' }),
          ['transaction.payment_failed', transactionData(subscription, this.#newId('txn'), now)],
        ];
      case 'cancel':
        return [subscriptionNotice('updated', { ends_at: subscription.ends_at ?? subscription.period_ends_at })];
      case 'refund':
        return [
          subscriptionNotice('updated'),
          ['adjustment.created', refundData(subscription, this.#newId('adj'), this.#newId('txn'), now)],
        ];
      case 'end_period':
        // We cannot advance the database's clock, so the notice says that the period ends now.
        return subscription.ends_at === null && subscription.status !== 'past_due'
          ? this.#renewalNotices(subscription, now)
          : [subscriptionNotice('canceled', { status: 'canceled', canceled_at: now, period_ends_at: now, ends_at: null })];
      default:
        return action satisfies never;
    }
  }

  #renewalNotices(subscription: SandboxSubscription, periodStart: Date): readonly SandboxNotice[] {
    const renewed = { ...subscription, status: 'active' as const, period_ends_at: periodEndFrom(periodStart) };
    const now = this.clock.now();
    return [
      ['subscription.updated', subscriptionData(renewed, now)],
      ['transaction.completed', transactionData(renewed, this.#newId('txn'), now)],
    ];
  }

  /** Converts a stored subscription to the provider's form. */
  #toSandboxSubscription(subscription: Subscription, customData: SandboxSubscription['custom_data']): SandboxSubscription {
    return {
      ...subscription,
      customer_id: subscription.customer_id ?? 'ctm_sandbox',
      price_id: sandboxPrices.price_id,
      period_ends_at: subscription.period_ends_at ?? periodEndFrom(this.clock.now()),
      ends_at: willRenew(subscription) ? null : subscription.ends_at,
      canceled_at: null,
      custom_data: customData,
    };
  }

  /** Sends notices to our own webhook: injects the requests into our server, under the host that it answers to. */
  async #sendNotices(notices: readonly SandboxNotice[]): Promise<void> {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    for (const [event_type, data] of notices) {
      const occurred_at = this.clock.now();
      const payload = JSON.stringify({ event_id: this.#newId('evt'), event_type, occurred_at, notification_id: this.#newId('ntf'), data });
      const headers = {
        host: new URL(this.publicUrl.origin).host,
        'content-type': 'application/json',
        'paddle-signature': signBody(Buffer.from(payload), sandboxWebhookSecret(this.secrets), occurred_at),
      };
      const { statusCode } = await fastify.inject({ method: 'POST', url: WEBHOOK_PATH, headers, payload });
      if (statusCode !== 200) throw new Unavailable(`The sandbox's notice was rejected (${statusCode}).`);
    }
  }

  #newId(kind: string): string {
    return `${kind}_${this.secrets.createCode()}`;
  }
}
