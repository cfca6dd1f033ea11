import { Injectable } from '@nestjs/common';
import type { SessionState, SignedInUser } from '#domain/auth/user';
import { isAdmin } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Conflict, Forbidden, NotFound, NotPossible, Unavailable } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import type { sandboxActions } from '#domain/subscriptions/contract';
import { passthroughOf } from '#domain/subscriptions/passthrough';
import { purchaseHints, purchaseState } from '#domain/subscriptions/purchase';
import type { Subscription } from '#domain/subscriptions/status';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { leading, renews } from '#domain/subscriptions/view';
import { signatureOf } from '#server/subscriptions/paddle-signature';
import {
  periodFrom,
  refundData,
  sandboxPrices,
  type SandboxSubscription,
  subscriptionData,
  transactionData,
} from '#server/subscriptions/sandbox-events';
import { WebhookPost } from '#server/subscriptions/webhook-post';

type Action = (typeof sandboxActions)[number];
type Notice = readonly [kind: string, data: unknown];

/** Signs the sandbox's notices; every installation has its own. */
export const sandboxSecret = (secrets: Secrets): string => secrets.sign('checkout', 'notices of the sandbox');

/** The sandbox's provider: takes no money, and tells us about it the way Paddle would. */
@Injectable()
export class SandboxCheckout {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly door: WebhookPost,
  ) {}

  /** Buys Premium for this person. */
  async pay(user: SignedInUser, session: SessionState, product: 'user' | 'admin'): Promise<void> {
    const state = purchaseState(user, 'sandbox');
    if (state === 'already_premium') throw new Conflict(purchaseHints[state]);
    if (state !== 'ready') throw new NotPossible(purchaseHints[state]);
    if (product === 'admin' && !isAdmin({ kind: 'user', user })) throw new Forbidden();
    const now = this.clock.now();
    const subscription: SandboxSubscription = {
      id: this.#id('sub'),
      customer_id: `ctm_${this.secrets.hash(user.id).replaceAll(/[^\w]/g, '').slice(0, 26)}`,
      status: 'active',
      price_id: product === 'admin' ? sandboxPrices.admin_price_id : sandboxPrices.price_id,
      started_at: now,
      period_ends_at: periodFrom(now),
      ends_at: null,
      canceled_at: null,
      custom_data: passthroughOf(user, session, this.secrets),
    };
    await this.#tell([
      ['subscription.created', subscriptionData(subscription, now)],
      ['transaction.completed', transactionData(subscription, this.#id('txn'), now)],
    ]);
  }

  /** Whatever else happens to a plan; without one there is nothing to do it to. */
  async happen(action: Exclude<Action, 'pay'>, user: SignedInUser, session: SessionState): Promise<void> {
    const found = (await this.subscriptions.of(user.id)).filter(({ provider }) => provider === 'sandbox');
    const known = leading(found, this.clock.now());
    if (!known) throw new NotFound('You have no Premium subscription.');
    if (known.ended_at !== null) throw new NotPossible('This subscription is over.');
    await this.#tell(this.#notices(action, this.#inBooks(known, passthroughOf(user, session, this.secrets))));
  }

  /** Ends a plan with what is paid, as its owner asked. */
  async cancel(subscription: Subscription): Promise<void> {
    await this.#tell(this.#notices('cancel', this.#inBooks(subscription, {})));
  }

  #notices(action: Exclude<Action, 'pay'>, subscription: SandboxSubscription): readonly Notice[] {
    const now = this.clock.now();
    const told = (kind: string, change: Partial<SandboxSubscription> = {}): Notice => [
      `subscription.${kind}`,
      subscriptionData({ ...subscription, ...change }, now),
    ];
    switch (action) {
      case 'renew':
        return this.#renewed(subscription, subscription.period_ends_at > now ? subscription.period_ends_at : now);
      case 'fail':
        return [
          told('past_due', { status: 'past_due' }),
          ['transaction.payment_failed', transactionData(subscription, this.#id('txn'), now)],
        ];
      case 'cancel':
        return [told('updated', { ends_at: subscription.ends_at ?? subscription.period_ends_at })];
      case 'refund':
        return [told('updated'), ['adjustment.created', refundData(subscription, this.#id('adj'), this.#id('txn'), now)]];
      case 'end_period':
        // The database's clock does not move for us: the period that ends now is what a provider would say at its end.
        return subscription.ends_at === null && subscription.status !== 'past_due'
          ? this.#renewed(subscription, now)
          : [told('canceled', { status: 'canceled', canceled_at: now, period_ends_at: now, ends_at: null })];
      default:
        return action satisfies never;
    }
  }

  #renewed(subscription: SandboxSubscription, from: Date): readonly Notice[] {
    const renewed = { ...subscription, status: 'active' as const, period_ends_at: periodFrom(from) };
    const now = this.clock.now();
    return [
      ['subscription.updated', subscriptionData(renewed, now)],
      ['transaction.completed', transactionData(renewed, this.#id('txn'), now)],
    ];
  }

  /** A subscription we know, as the sandbox's provider has it. */
  #inBooks(known: Subscription, custom_data: SandboxSubscription['custom_data']): SandboxSubscription {
    return {
      id: known.id,
      customer_id: known.customer_id ?? 'ctm_sandbox',
      status: known.status,
      price_id: sandboxPrices.price_id,
      started_at: known.started_at,
      period_ends_at: known.period_ends_at ?? periodFrom(known.started_at),
      ends_at: renews(known) ? null : known.ends_at,
      canceled_at: null,
      custom_data,
    };
  }

  async #tell(notices: readonly Notice[]): Promise<void> {
    for (const [event_type, data] of notices) {
      const now = this.clock.now();
      const body = JSON.stringify({
        event_id: this.#id('evt'),
        event_type,
        occurred_at: now.toISOString(),
        notification_id: this.#id('ntf'),
        data,
      });
      const status = await this.door.post(body, signatureOf(Buffer.from(body), sandboxSecret(this.secrets), now));
      if (status !== 200) throw new Unavailable(`The sandbox's notice was not taken (${status}).`);
    }
  }

  #id(kind: string): string {
    return `${kind}_${this.secrets.code()}`;
  }
}
