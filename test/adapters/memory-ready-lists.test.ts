import { MemoryReadyLists } from '#server/catalog/memory-ready-lists';

const textOf = ({ bytes }: { readonly bytes: Uint8Array }) => Buffer.from(bytes).toString();
const never = () => Promise.reject(new Error('it is kept already'));

describe('answers kept ready', () => {
  it('are made once for each state of the catalogue', async () => {
    const lists = new MemoryReadyLists();
    const first = await lists.get('boards', 'monday', async () => ({ boards: ['Läden'], total: 1 }));
    expect(textOf(first)).toBe('{"boards":["Läden"],"total":1}');
    expect(await lists.get('boards', 'monday', never)).toBe(first);
    const next = await lists.get('boards', 'tuesday', async () => ({ boards: [], total: 0 }));
    expect(textOf(next)).toBe('{"boards":[],"total":0}');
    expect(await lists.get('boards', 'tuesday', never)).toBe(next);
  });

  it('carry a tag that is the same exactly for the same content', async () => {
    const lists = new MemoryReadyLists();
    const tag = async (key: string, answer: unknown) => (await lists.get(key, '1', async () => answer)).tag;
    expect(await tag('a', { total: 1 })).toBe(await tag('b', { total: 1 }));
    expect(await tag('a', { total: 1 })).not.toBe(await tag('c', { total: 2 }));
    expect(await tag('a', { total: 1 })).toMatch(/^"[\w-]{22}"$/);
  });

  it('are made once for all who ask at the same time', async () => {
    const lists = new MemoryReadyLists();
    let made = 0;
    const making = Promise.withResolvers<void>();
    const make = async () => {
      made++;
      await making.promise;
      return { made };
    };
    const asked = [1, 2, 3].map(() => lists.get('boards', '1', make));
    making.resolve();
    expect((await Promise.all(asked)).map(textOf)).toEqual(['{"made":1}', '{"made":1}', '{"made":1}']);
    expect(made).toBe(1);
  });

  it('are not kept when they could not be made', async () => {
    const lists = new MemoryReadyLists();
    await expect(lists.get('boards', '1', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away');
    expect(textOf(await lists.get('boards', '1', async () => 'back'))).toBe('"back"');
  });

  it('give way, the longest unasked first, when they take too much memory', async () => {
    const lists = new MemoryReadyLists();
    lists.limit = 4_000;
    const long = (letter: string) => async () => letter.repeat(800);
    for (const letter of 'abc') await lists.get(letter, '1', long(letter));
    await lists.get('a', '1', never);
    await lists.get('d', '1', long('d'));
    await lists.get('a', '1', never);
    await lists.get('d', '1', never);
    await expect(lists.get('b', '1', never)).rejects.toThrow('kept already');
    await lists.get('whale', '1', async () => 'w'.repeat(10_000));
    await expect(lists.get('d', '1', never)).rejects.toThrow('kept already');
  });
});
