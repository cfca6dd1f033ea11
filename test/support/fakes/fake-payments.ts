import { InvalidInput, Unavailable } from '#domain/errors';
import type { BillingNotice } from '#domain/subscriptions/billing-notice';
import { type CancellationTime, type LinkPurpose, Payments } from '#domain/subscriptions/payments';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

/** A payment provider in memory. A notice is valid when its signature is `signed` and `notices` has its body. */
export class FakePayments extends Payments {
  checkoutSettings: Pick<CheckoutSettings, 'provider' | 'environment' | 'client_token'> = {
    provider: 'paddle',
    environment: 'sandbox',
    client_token: null,
  };
  readonly prices = { price_id: 'pri_premium', admin_price_id: 'pri_admin' };
  readonly notices = new Map<string, BillingNotice>();
  /** The current states at the provider, by subscription id. */
  readonly currentStates = new Map<string, BillingNotice>();
  readonly links = new Map<LinkPurpose, string>();
  readonly fetchedIds: string[] = [];
  readonly cancellations: [id: string, when: CancellationTime][] = [];
  readonly keptIds: string[] = [];
  isDown = false;

  verifyNotice(body: Uint8Array, signature: string | undefined): BillingNotice {
    const notice = this.notices.get(Buffer.from(body).toString());
    if (signature !== 'signed' || !notice) throw new InvalidInput(['invalid signature']);
    return notice;
  }

  async createLink(_subscriptionId: string, purpose: LinkPurpose): Promise<string | null> {
    this.#failIfDown();
    return this.links.get(purpose) ?? null;
  }

  async cancel({ id }: { readonly id: string }, when: CancellationTime): Promise<BillingNotice | null> {
    this.#failIfDown();
    this.cancellations.push([id, when]);
    return this.currentStates.get(id) ?? null;
  }

  async keep({ id }: { readonly id: string }): Promise<BillingNotice | null> {
    this.#failIfDown();
    this.keptIds.push(id);
    return this.currentStates.get(id) ?? null;
  }

  async fetchCurrentState(id: string): Promise<BillingNotice | null> {
    this.fetchedIds.push(id);
    this.#failIfDown();
    return this.currentStates.get(id) ?? null;
  }

  #failIfDown(): void {
    if (this.isDown) throw new Unavailable('down');
  }
}
