import type { CachedResponse } from '#domain/catalog/catalog';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { timedCache } from '#server/cache/timed-cache';

describe('the response cache in memory', () => {
  const bodyText = ({ bytes }: CachedResponse) => Buffer.from(bytes).toString();
  const failIfCalled = () => Promise.reject(new Error('already cached'));

  it('computes a response once per list version', async () => {
    const cache = new MemoryResponseCache();
    const first = await cache.getOrCreate('boards', 'monday', async () => ({ boards: ['Läden'], total: 1 }));
    expect(bodyText(first)).toBe('{"boards":["Läden"],"total":1}');
    expect(await cache.getOrCreate('boards', 'monday', failIfCalled)).toBe(first);
    const next = await cache.getOrCreate('boards', 'tuesday', async () => ({ boards: [], total: 0 }));
    expect(bodyText(next)).toBe('{"boards":[],"total":0}');
    expect(await cache.getOrCreate('boards', 'tuesday', failIfCalled)).toBe(next);
  });

  it('gives equal ETags to equal content only', async () => {
    const cache = new MemoryResponseCache();
    const etagFor = async (key: string, body: unknown) => (await cache.getOrCreate(key, '1', async () => body)).etag;
    expect(await etagFor('a', { total: 1 })).toBe(await etagFor('b', { total: 1 }));
    expect(await etagFor('a', { total: 1 })).not.toBe(await etagFor('c', { total: 2 }));
  });

  it('shares one computation among concurrent callers', async () => {
    const cache = new MemoryResponseCache();
    let computed = 0;
    const computing = Promise.withResolvers<void>();
    const createBody = async () => {
      computed++;
      await computing.promise;
      return { computed };
    };
    const responses = [1, 2, 3].map(() => cache.getOrCreate('boards', '1', createBody));
    computing.resolve();
    expect((await Promise.all(responses)).map(bodyText)).toEqual(['{"computed":1}', '{"computed":1}', '{"computed":1}']);
    expect(computed).toBe(1);
  });

  it('computes again for those who joined a computation that failed, once, and not for the one who began it', async () => {
    const cache = new MemoryResponseCache();
    const expiring = Promise.withResolvers<never>();
    let begun = 0;
    const createFor = (name: string) => () => (begun++ === 0 ? expiring.promise : Promise.resolve({ by: name }));
    const responses = ['first', 'second', 'third'].map((name) => cache.getOrCreate('boards', '1', createFor(name)));
    expiring.reject(new Error('the deadline of the first expired'));
    const [first, second, third] = await Promise.allSettled(responses);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'the deadline of the first expired' } });
    expect([second, third].map((each) => (each?.status === 'fulfilled' ? bodyText(each.value) : each))).toEqual([
      '{"by":"second"}',
      '{"by":"second"}',
    ]);
    expect(begun).toBe(2);
  });

  it('does not cache a failure', async () => {
    const cache = new MemoryResponseCache();
    await expect(cache.getOrCreate('boards', '1', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(bodyText(await cache.getOrCreate('boards', '1', async () => 'back'))).toBe('"back"');
  });

  it('identifies content by a short ETag', async () => {
    const { etag } = await new MemoryResponseCache().getOrCreate('a', '1', async () => ({ total: 1 }));
    expect(etag).toMatch(/^"[\w-]{22}"$/);
  });

  it('evicts the least recently used responses when they exceed its size', async () => {
    const cache = new MemoryResponseCache(4_000);
    const longBody = (letter: string) => async () => letter.repeat(800);
    for (const letter of 'abc') await cache.getOrCreate(letter, '1', longBody(letter));
    await cache.getOrCreate('a', '1', failIfCalled);
    await cache.getOrCreate('d', '1', longBody('d'));
    await cache.getOrCreate('a', '1', failIfCalled);
    await cache.getOrCreate('d', '1', failIfCalled);
    await expect(cache.getOrCreate('b', '1', failIfCalled)).rejects.toThrow('already cached');
  });

  it('does not keep a response that is larger than the cache, nor evict others for it', async () => {
    const cache = new MemoryResponseCache(4_000);
    await cache.getOrCreate('small', '1', async () => 's');
    await cache.getOrCreate('large', '1', async () => 'l'.repeat(10_000));
    await cache.getOrCreate('small', '1', failIfCalled);
    await expect(cache.getOrCreate('large', '1', failIfCalled)).rejects.toThrow('already cached');
  });
});

describe('a timed cache', () => {
  it('computes a value once per period, however many callers ask', async () => {
    let nowMs = 1_000;
    let computed = 0;
    const totals = timedCache(
      60_000,
      async () => ({ boards: ++computed }),
      () => nowMs,
    );
    const results = await Promise.all(Array.from({ length: 200 }, () => totals('totals')));
    expect(new Set(results)).toEqual(new Set([{ boards: 1 }]));
    nowMs = 60_000;
    await totals('totals');
    expect(computed).toBe(1);
    nowMs = 61_001;
    await Promise.all([totals('totals'), totals('totals')]);
    expect(computed).toBe(2);
  });

  it('keeps a value for each key', async () => {
    const status = timedCache(1_000, async (variant: string) => ({ variant }));
    expect(await status('boards')).toEqual({ variant: 'boards' });
    expect(await status('pins')).toEqual({ variant: 'pins' });
  });

  it('does not cache a failure', async () => {
    let isDown = true;
    const totals = timedCache(60_000, () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve({ boards: 1 })));
    await expect(Promise.all([totals('totals'), totals('totals')])).rejects.toThrow('down');
    isDown = false;
    expect(await totals('totals')).toEqual({ boards: 1 });
  });
});
