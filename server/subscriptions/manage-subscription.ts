import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound, NotPossible } from '#domain/errors';
import { type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import { type Subscription, canBeKept, willRenew, primarySubscription, buildSubscriptionView } from '#domain/subscriptions/subscription';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { Subscriptions } from '#server/subscriptions/typeorm/subscriptions';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** A user's own plan: viewing it, canceling and keeping it, and links to the provider's pages. */
@Injectable()
export class ManageSubscription {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly payments: Payments,
    private readonly applyNotice: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  async viewFor(userId: string): Promise<SubscriptionView> {
    return buildSubscriptionView(await this.subscriptions.listFor(userId), this.payments.checkoutSettings.provider, this.clock.now());
  }

  /** Cancels every subscription of this user that renews, each at the end of its paid period. Idempotent. */
  async cancel(userId: string): Promise<SubscriptionView> {
    const { provider } = this.payments.checkoutSettings;
    const renewing = (await this.subscriptions.listFor(userId)).filter((one) => one.provider === provider && willRenew(one));
    if (renewing.length === 0) await this.#manageableSubscription(userId);
    for (const subscription of renewing) {
      await this.applyNotice.applyResponse(await this.payments.cancel(subscription, 'period_end'));
    }
    return this.viewFor(userId);
  }

  /** Undoes a cancellation that has not taken effect. Idempotent. */
  async keep(userId: string): Promise<SubscriptionView> {
    const subscription = await this.#manageableSubscription(userId);
    if (!willRenew(subscription) || subscription.ended_at !== null) {
      if (!canBeKept(subscription, this.clock.now())) throw new NotPossible('Your plan has ended. You can buy Premium again.');
      await this.applyNotice.applyResponse(await this.payments.keep(subscription));
    }
    return this.viewFor(userId);
  }

  /** Creates the link to redirect this request to. */
  async managementLink(userId: string, purpose: LinkPurpose): Promise<string> {
    const url = await this.payments.createLink((await this.#manageableSubscription(userId)).id, purpose);
    if (url === null) throw new NotFound('Your plan has no such page. Contact support.');
    return url;
  }

  async #manageableSubscription(userId: string): Promise<Subscription> {
    const subscription = primarySubscription(await this.subscriptions.listFor(userId), this.clock.now());
    if (!subscription) throw new NotFound("You don't have a Premium subscription.");
    if (subscription.provider !== this.payments.checkoutSettings.provider) {
      throw new NotPossible("We can't change this plan here. Contact support.");
    }
    return subscription;
  }
}
