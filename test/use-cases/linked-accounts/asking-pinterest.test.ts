import { PlatformUnavailable } from '#domain/linked-accounts/errors';
import { RequestDeadline } from '#server/database/request-deadline';
import { AnswerCache, type SharedAnswers } from '#server/linked-accounts/pinterest/answer-cache';
import { RequestBudgets } from '#server/linked-accounts/pinterest/request-budgets';
import { FixedClock } from '../../support/fixed-clock';

/** Where servers share answers, as far as one of them sees it: statements fail like those of the pool. */
class FakeSharedAnswers implements SharedAnswers {
  value: unknown;
  isOut = false;

  async claim() {
    return this.#answer(this.value === undefined);
  }

  async read() {
    return this.#answer(this.value === undefined ? null : { value: this.value });
  }

  async save(_accountId: string, _request: string, value: unknown) {
    await this.#answer(null);
    this.value = value;
  }

  async release() {
    await this.#answer(null);
  }

  async #answer<T>(value: T): Promise<T> {
    if (this.isOut || RequestDeadline.current()?.isExpired) throw new Error('no connection');
    return value;
  }
}

describe('the answers of Pinterest', () => {
  let shared: FakeSharedAnswers;
  let cache: AnswerCache;
  beforeEach(() => {
    shared = new FakeSharedAnswers();
    cache = new AnswerCache(shared, new FixedClock(new Date('2026-11-21T12:00:00Z')));
  });
  const read = (load: () => Promise<unknown> = async () => 'pins') => cache.read('account', 'pins', load);

  it('come to those who wait, also when the request that asked for them ends before', async () => {
    const [deadline, { promise: answer, resolve }] = [new RequestDeadline(), Promise.withResolvers<string>()];
    const first = deadline.run(() => read(() => answer));
    const second = new RequestDeadline().run(() => read());
    deadline.expire();
    resolve('pins');
    expect(await Promise.all([first, second])).toEqual(['pins', 'pins']);
    expect(await read(() => Promise.reject(new Error('asked again')))).toBe('pins');
  });

  it('are asked for again at once after a failure of the database, and a minute after one of Pinterest', async () => {
    shared.isOut = true;
    await expect(read()).rejects.toThrow('no connection');
    shared.isOut = false;
    const refused = () => Promise.reject(new PlatformUnavailable('unreachable'));
    await expect(read(refused)).rejects.toThrow(PlatformUnavailable);
    await expect(read()).rejects.toThrow(PlatformUnavailable);
  });
});

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
