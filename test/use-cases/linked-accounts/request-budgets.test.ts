import { RequestBudgets } from '#server/linked-accounts/pinterest/request-budgets';

describe('the budget of requests to Pinterest', () => {
  const NOW_MS = Date.parse('2026-11-24T12:00:00Z');
  const DAY_S = 80_000;
  const headersOf = (remaining: number, reset: number, limit = 1_000) =>
    new Headers({ 'x-ratelimit-limit': `${limit}`, 'x-ratelimit-remaining': `${remaining}`, 'x-ratelimit-reset': `${reset}` });
  let budgets: RequestBudgets;
  /** Sends requests, each of which takes one of the app's day. */
  const send = (accountId: string, requests: number, remainingBefore: number) => {
    for (let sent = 1; sent <= requests; sent++) budgets.follow(headersOf(remainingBefore - sent, DAY_S), 'org_read', accountId, NOW_MS);
  };
  const secondsToWait = (accountId: string, nowMs = NOW_MS) => budgets.secondsToWait('org_read', accountId, nowMs);
  beforeEach(() => {
    budgets = new RequestBudgets();
  });

  it('is that of one account and class for a short limit', () => {
    budgets.follow(headersOf(0, 60), 'org_read', 'a', NOW_MS);
    expect([secondsToWait('a'), secondsToWait('b'), budgets.secondsToWait('ads_read', 'a', NOW_MS)]).toEqual([60, 0, 0]);
    expect(secondsToWait('a', NOW_MS + 60_000)).toBe(0);
  });

  it('is that of all accounts for the day of an app', () => {
    budgets.follow(headersOf(0, DAY_S), 'org_read', 'a', NOW_MS);
    expect([secondsToWait('a'), secondsToWait('b')]).toEqual([DAY_S, DAY_S]);
  });

  it('is the whole day for an account that is alone', () => {
    send('a', 999, 1_000);
    expect(secondsToWait('a')).toBe(0);
  });

  it('is an equal share of the day once half of it is used', () => {
    send('b', 1, 1_000);
    send('a', 498, 999);
    expect(secondsToWait('a')).toBe(0);
    send('a', 2, 501);
    expect([secondsToWait('a'), secondsToWait('b'), secondsToWait('new')]).toEqual([DAY_S, 0, 0]);
    expect(secondsToWait('a', NOW_MS + DAY_S * 1_000)).toBe(0);
  });

  it.each([
    ['no headers', new Headers()],
    ['no time', new Headers({ 'x-ratelimit-remaining': '0' })],
    ['a time that is no number', new Headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' })],
  ])('is not limited by %s', (_, headers) => {
    budgets.follow(headers, 'org_read', 'a', NOW_MS);
    expect(secondsToWait('a')).toBe(0);
  });
});
