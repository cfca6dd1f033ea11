import type { BilledItem, BillingNotice, BillingEffect } from '#domain/subscriptions/billing-notice';

/** What Premium costs at least: 9.99 USD, in cents. */
export const MIN_AMOUNT_CENTS = 999;
export const PREMIUM_CURRENCY = 'USD';

/** The prices that buy Premium, by the provider's ids. */
export interface PriceList {
  readonly price_id: string | null;
  /** Buys Premium for administrators alone. */
  readonly admin_price_id: string | null;
}

type Sale = Pick<BillingNotice, 'items' | 'discounted'>;

/** The item that buys Premium; undefined when none does: another price, another currency, less money, or a discount, which we do not give. */
function findPremiumItem({ items, discounted }: Sale, prices: PriceList, isAdmin: boolean): BilledItem | undefined {
  if (discounted) return undefined;
  const ids = new Set([prices.price_id, isAdmin ? prices.admin_price_id : null]);
  return items.find(({ price_id, currency, amount }) => ids.has(price_id) && currency === PREMIUM_CURRENCY && amount >= MIN_AMOUNT_CENTS);
}

/** A notice's change with our judgement of the sale; it is kept with the event, since prices of later days must not change it. */
export function evaluateChange(notice: Sale & Pick<BillingNotice, 'change'>, prices: PriceList, isAdmin: boolean): BillingEffect | null {
  const { change, items } = notice;
  if (change?.what !== 'state') return change;
  const item = findPremiumItem(notice, prices, isAdmin);
  return { ...change, accepted: item !== undefined, price_id: (item ?? items[0])?.price_id ?? null };
}
