import type { BilledItem, SubscriptionState } from '#domain/subscriptions/billing-notice';
import { evaluateChange, MIN_AMOUNT_CENTS, PREMIUM_CURRENCY, PREMIUM_PRICE, PREMIUM_TERMS } from '#domain/subscriptions/price-list';
import { purchaseHints, type PurchaseState, purchaseState } from '#domain/subscriptions/purchase';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

const prices = { price_id: 'pri_premium', admin_price_id: 'pri_admin' };
const state: SubscriptionState = {
  what: 'state',
  status: 'active',
  customer_id: 'ctm_1',
  started_at: '2026-03-01T00:00:00.000Z',
  period_ends_at: '2026-04-01T00:00:00.000Z',
  ends_at: null,
  stopped_at: null,
};
const item = (overrides: Partial<BilledItem> = {}): BilledItem => ({
  price_id: 'pri_premium',
  amount: 999,
  currency: 'USD',
  ...overrides,
});

describe('a sale', () => {
  it.each<[string, { items: BilledItem[]; discounted?: boolean; isAdmin?: boolean; withoutPrices?: boolean }, boolean, string | null]>([
    ['of Premium at its price', { items: [item()] }, true, 'pri_premium'],
    ['of Premium at a higher price', { items: [item({ amount: 1299 })] }, true, 'pri_premium'],
    ['one cent too cheap', { items: [item({ amount: 998 })] }, false, 'pri_premium'],
    ['with a discount', { items: [item()], discounted: true }, false, 'pri_premium'],
    ['in another currency', { items: [item({ currency: 'JPY' })] }, false, 'pri_premium'],
    ['of another product', { items: [item({ price_id: 'pri_cheap' })] }, false, 'pri_cheap'],
    ['of nothing', { items: [] }, false, null],
    ['of Premium beside another product', { items: [item({ price_id: 'pri_other' }), item()] }, true, 'pri_premium'],
    ['at the price of administrators, to a user', { items: [item({ price_id: 'pri_admin' })] }, false, 'pri_admin'],
    ['at the price of administrators, to one', { items: [item({ price_id: 'pri_admin' })], isAdmin: true }, true, 'pri_admin'],
    ['at the usual price, to an administrator', { items: [item()], isAdmin: true }, true, 'pri_premium'],
    ['where no price is configured', { items: [item()], withoutPrices: true }, false, 'pri_premium'],
  ])('%s buys Premium or not', (_, { items, discounted = false, isAdmin = false, withoutPrices = false }, accepted, priceId) => {
    const priceList = withoutPrices ? { price_id: null, admin_price_id: null } : prices;
    expect(evaluateChange({ change: state, items, discounted }, priceList, isAdmin)).toEqual({ ...state, accepted, price_id: priceId });
  });

  it('is not evaluated again by the notice of a payment, or by one without a change', () => {
    const payment = { what: 'paid', transaction_id: 'txn_1', period_ends_at: '2026-04-01T00:00:00.000Z' } as const;
    expect(evaluateChange({ change: payment, items: [], discounted: false }, prices, false)).toBe(payment);
    expect(evaluateChange({ change: null, items: [item()], discounted: false }, prices, false)).toBeNull();
  });
});

describe('the displayed price', () => {
  it('is what a sale must cost', () => {
    expect(PREMIUM_PRICE).toBe(`${(MIN_AMOUNT_CENTS / 100).toFixed(2)} ${PREMIUM_CURRENCY}`);
    expect(`${PREMIUM_PRICE} ${PREMIUM_TERMS}`).toBe('9.99 USD per month, cancel anytime');
  });
});

type ProspectiveBuyer = Parameters<typeof purchaseState>[0];
const user = { id: 'u1', is_confirmed: true, is_premium: false };

describe('who can buy Premium', () => {
  it.each<[string, ProspectiveBuyer, CheckoutSettings['provider'], PurchaseState]>([
    ['a visitor', null, 'paddle', 'signed_out'],
    ["the client's default record", { id: null, is_confirmed: false, is_premium: false }, 'paddle', 'signed_out'],
    ['an unconfirmed user', { ...user, is_confirmed: false }, 'sandbox', 'not_confirmed'],
    ['a confirmed user', user, 'paddle', 'ready'],
    ['a confirmed user in the sandbox', user, 'sandbox', 'ready'],
    ['a Premium user', { ...user, is_premium: true }, 'paddle', 'already_premium'],
    ['a Premium user where Premium is not on sale', { ...user, is_premium: true }, 'none', 'already_premium'],
    ['a confirmed user where Premium is not on sale', user, 'none', 'not_on_sale'],
    ['a visitor where Premium is not on sale', null, 'none', 'not_on_sale'],
  ])('%s', (_, buyer, provider, state) => {
    expect(purchaseState(buyer, provider)).toBe(state);
    expect(purchaseHints[state]).toMatch(/\.|!/);
  });
});
