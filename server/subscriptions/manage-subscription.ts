import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { NotFound, NotPossible } from '#domain/errors';
import { type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { Subscription } from '#domain/subscriptions/status';
import type { SubscriptionView } from '#domain/subscriptions/subscription';
import { Subscriptions } from '#domain/subscriptions/subscriptions';
import { leading, renews, subscriptionView } from '#domain/subscriptions/view';
import { ApplyPaymentNotice } from '#server/subscriptions/apply-payment-notice';

/** A person's own plan: seeing it, ending it, and the way to the provider's pages. */
@Injectable()
export class ManageSubscription {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly payments: Payments,
    private readonly notices: ApplyPaymentNotice,
    private readonly clock: Clock,
  ) {}

  async view(userId: string): Promise<SubscriptionView> {
    return subscriptionView(await this.subscriptions.of(userId), this.payments.checkout.provider, this.clock.now());
  }

  /** Ends the plan with what is paid; asked again it changes nothing. */
  async cancel(userId: string): Promise<SubscriptionView> {
    const subscription = await this.#own(userId);
    if (renews(subscription)) {
      const told = await this.payments.cancel(subscription);
      if (told) await this.notices.apply(told);
    }
    return this.view(userId);
  }

  /** The address to lead this click to. */
  async link(userId: string, purpose: LinkPurpose): Promise<string> {
    const address = await this.payments.link((await this.#own(userId)).id, purpose);
    if (address === null) throw new NotFound('There is no such page for your plan.');
    return address;
  }

  async #own(userId: string): Promise<Subscription> {
    const subscription = leading(await this.subscriptions.of(userId), this.clock.now());
    if (!subscription) throw new NotFound('You have no Premium subscription.');
    if (subscription.provider !== this.payments.checkout.provider) {
      throw new NotPossible('Your plan was bought in another way. Please write to support to change it.');
    }
    return subscription;
  }
}
