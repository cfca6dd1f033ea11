import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { describeResponseCache } from '../../support/suites/response-cache';

const failIfCalled = () => Promise.reject(new Error('already cached'));

describe('the response cache in memory', () => {
  describeResponseCache(() => new MemoryResponseCache());

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
