import { Unavailable } from '#domain/errors';
import { readAllIds } from '#server/catalog/postgres/lists/list-ids';
import type { PageOfIds } from '#server/catalog/postgres/lists/list-statement';

describe('reading the ids of a whole list', () => {
  const total = 120_000;

  /** A list that changes before each of the first reads of its second page. */
  function changingList(changes: number) {
    let version = 0;
    const findPage = (offset: number, limit: number): Promise<PageOfIds> => {
      if (offset > 0 && version < changes) version++;
      const ids = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => `${version}:${offset + index}`);
      return Promise.resolve({ ids, total, as_of: null });
    };
    return { findPage, readVersion: () => Promise.resolve(String(version)) };
  }

  it.each([
    [1_000_000, total],
    [total, total],
    [70_000, 70_000],
  ])('returns up to %d of them: %d, each once, in order', async (maxIds, count) => {
    const { findPage, readVersion } = changingList(0);
    const list = await readAllIds(findPage, readVersion, maxIds);
    expect(list).toMatchObject({ total });
    expect(list.ids).toEqual(Array.from({ length: count }, (_, index) => `0:${index}`));
  });

  it('starts again when the list changes, so that no row is twice in it or missing', async () => {
    const { findPage, readVersion } = changingList(1);
    const { ids } = await readAllIds(findPage, readVersion, total);
    expect(ids.filter((id) => id.startsWith('1:'))).toHaveLength(total);
  });

  it('gives up on a list that keeps changing', async () => {
    const { findPage, readVersion } = changingList(Infinity);
    await expect(readAllIds(findPage, readVersion, total)).rejects.toThrow(Unavailable);
  });
});
