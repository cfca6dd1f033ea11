import { purchaseHints, type PurchaseState, purchaseState } from '#domain/subscriptions/purchase';
import type { CheckoutSettings } from '#domain/subscriptions/contract';

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
