import type { BilledItem, BillingNotice, BillingEffect } from '#domain/subscriptions/billing-notice';

/** The price of Premium as displayed; always shown together with `PREMIUM_TERMS`. */
export const PREMIUM_PRICE = '9.99 USD';
/** The billing period and how to end it. */
export const PREMIUM_TERMS = 'per month, cancel anytime';
/** The lowest accepted price, in cents. */
export const MIN_AMOUNT_CENTS = 999;
export const PREMIUM_CURRENCY = 'USD';

/** The provider's ids of the prices that buy Premium. */
export interface PriceList {
  readonly price_id: string | null;
  /** Valid for administrators only. */
  readonly admin_price_id: string | null;
}

type Sale = Pick<BillingNotice, 'items' | 'discounted'>;

/** Finds the item that buys Premium. Another price or currency, a lower amount, or a discount (we offer none) does not. */
function findPremiumItem({ items, discounted }: Sale, prices: PriceList, isAdmin: boolean): BilledItem | undefined {
  if (discounted) return undefined;
  const ids = new Set([prices.price_id, isAdmin ? prices.admin_price_id : null]);
  return items.find(({ price_id, currency, amount }) => ids.has(price_id) && currency === PREMIUM_CURRENCY && amount >= MIN_AMOUNT_CENTS);
}

/** Adds the result of the price check to a notice's change. It is stored with the event, so that later prices do not alter it. */
export function evaluateChange(notice: Sale & Pick<BillingNotice, 'change'>, prices: PriceList, isAdmin: boolean): BillingEffect | null {
  const { change, items } = notice;
  if (change?.what !== 'state') return change;
  const item = findPremiumItem(notice, prices, isAdmin);
  return { ...change, accepted: item !== undefined, price_id: (item ?? items[0])?.price_id ?? null };
}
