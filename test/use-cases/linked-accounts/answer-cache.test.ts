import { PlatformUnavailable } from '#domain/linked-accounts/errors';
import { RequestDeadline } from '#server/database/request-deadline';
import { AnswerCache, type SharedAnswers } from '#server/linked-accounts/pinterest/answer-cache';
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
