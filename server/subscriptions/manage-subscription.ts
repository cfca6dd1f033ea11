import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound, NotPossible } from '#domain/errors';
import { type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/subscription';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { primarySubscription, willRenew, buildSubscriptionView } from '#domain/subscriptions/build-subscription-view';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** A user's own plan: viewing it, canceling it, and links to the provider's pages. */
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

  /** Cancels the plan at the end of the paid period. Idempotent. */
  async cancel(userId: string): Promise<SubscriptionView> {
    const subscription = await this.#manageableSubscription(userId);
    if (willRenew(subscription)) {
      const notice = await this.payments.cancel(subscription);
      if (notice) await this.applyNotice.apply(notice);
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
