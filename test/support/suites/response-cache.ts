import type { CachedResponse, ResponseCache } from '#domain/catalog/response-cache';

const bodyText = ({ bytes }: CachedResponse) => Buffer.from(bytes).toString();
const failIfCalled = () => Promise.reject(new Error('already cached'));

/** What every response cache does. */
export function describeResponseCache(createCache: () => ResponseCache): void {
  it('computes a response once per list version', async () => {
    const cache = createCache();
    const first = await cache.getOrCreate('boards', 'monday', async () => ({ boards: ['Läden'], total: 1 }));
    expect(bodyText(first)).toBe('{"boards":["Läden"],"total":1}');
    expect(await cache.getOrCreate('boards', 'monday', failIfCalled)).toBe(first);
    const next = await cache.getOrCreate('boards', 'tuesday', async () => ({ boards: [], total: 0 }));
    expect(bodyText(next)).toBe('{"boards":[],"total":0}');
    expect(await cache.getOrCreate('boards', 'tuesday', failIfCalled)).toBe(next);
  });

  it('gives equal ETags to equal content only', async () => {
    const cache = createCache();
    const etagFor = async (key: string, body: unknown) => (await cache.getOrCreate(key, '1', async () => body)).etag;
    expect(await etagFor('a', { total: 1 })).toBe(await etagFor('b', { total: 1 }));
    expect(await etagFor('a', { total: 1 })).not.toBe(await etagFor('c', { total: 2 }));
  });

  it('shares one computation among concurrent callers', async () => {
    const cache = createCache();
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

  it('does not cache a failure', async () => {
    const cache = createCache();
    await expect(cache.getOrCreate('boards', '1', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(bodyText(await cache.getOrCreate('boards', '1', async () => 'back'))).toBe('"back"');
  });
}
