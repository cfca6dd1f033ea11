import { MemoryResponseCache } from '#server/catalog/memory-response-cache';

const bodyText = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString();
const failIfCalled = () => Promise.reject(new Error('it is kept already'));

describe('answers kept ready', () => {
  it('are made once for each state of the catalogue', async () => {
    const lists = new MemoryResponseCache();
    const first = await lists.getOrCreate('boards', 'monday', async () => ({ boards: ['Läden'], total: 1 }));
    expect(bodyText(first)).toBe('{"boards":["Läden"],"total":1}');
    expect(await lists.getOrCreate('boards', 'monday', failIfCalled)).toBe(first);
    const next = await lists.getOrCreate('boards', 'tuesday', async () => ({ boards: [], total: 0 }));
    expect(bodyText(next)).toBe('{"boards":[],"total":0}');
    expect(await lists.getOrCreate('boards', 'tuesday', failIfCalled)).toBe(next);
  });

  it('carry a tag that is the same exactly for the same content', async () => {
    const lists = new MemoryResponseCache();
    const etagFor = async (key: string, answer: unknown) => (await lists.getOrCreate(key, '1', async () => answer)).etag;
    expect(await etagFor('a', { total: 1 })).toBe(await etagFor('b', { total: 1 }));
    expect(await etagFor('a', { total: 1 })).not.toBe(await etagFor('c', { total: 2 }));
    expect(await etagFor('a', { total: 1 })).toMatch(/^"[\w-]{22}"$/);
  });

  it('are made once for all who ask at the same time', async () => {
    const lists = new MemoryResponseCache();
    let made = 0;
    const making = Promise.withResolvers<void>();
    const buildResponse = async () => {
      made++;
      await making.promise;
      return { made };
    };
    const asked = [1, 2, 3].map(() => lists.getOrCreate('boards', '1', buildResponse));
    making.resolve();
    expect((await Promise.all(asked)).map(bodyText)).toEqual(['{"made":1}', '{"made":1}', '{"made":1}']);
    expect(made).toBe(1);
  });

  it('are not kept when they could not be made', async () => {
    const lists = new MemoryResponseCache();
    await expect(lists.getOrCreate('boards', '1', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(bodyText(await lists.getOrCreate('boards', '1', async () => 'back'))).toBe('"back"');
  });

  it('give way, the longest unasked first, when they take too much memory', async () => {
    const lists = new MemoryResponseCache();
    lists.maxBytes = 4_000;
    const longBody = (letter: string) => async () => letter.repeat(800);
    for (const letter of 'abc') await lists.getOrCreate(letter, '1', longBody(letter));
    await lists.getOrCreate('a', '1', failIfCalled);
    await lists.getOrCreate('d', '1', longBody('d'));
    await lists.getOrCreate('a', '1', failIfCalled);
    await lists.getOrCreate('d', '1', failIfCalled);
    await expect(lists.getOrCreate('b', '1', failIfCalled)).rejects.toThrow('kept already');
    await lists.getOrCreate('whale', '1', async () => 'w'.repeat(10_000));
    await expect(lists.getOrCreate('d', '1', failIfCalled)).rejects.toThrow('kept already');
  });
});
