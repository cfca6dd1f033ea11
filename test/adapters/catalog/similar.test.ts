import type { CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { findSimilar, findTopPins } from '#server/catalog/postgres/related-rows';
import { readConfig } from '#server/config/config';
import { type EntityFields, insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

describe('what else there is beside a board', () => {
  type Seed = readonly [Variant, EntityFields];

  const board = (_id: string, follower_count: number | null, topics: readonly string[]): Seed => [
    'boards',
    { _id, follower_count, topics },
  ];
  const seeds: readonly Seed[] = [
    board('own', 1000, ['etsy', 'gifts', 'home']),
    board('two-far', 90_000, ['gifts', 'etsy']),
    board('two-near', 900, ['etsy', 'home']),
    board('one-a', 1010, ['etsy']),
    board('one-b', 1010, ['home', 'food']),
    board('none', 1000, ['food']),
    board('unknown', null, ['etsy', 'gifts', 'home']),
    board('no-topics', 1000, []),
    ['pins', { _id: 'p1', saves: 5, board_id: 'own' }],
    ['pins', { _id: 'p2', saves: null, board_id: 'own' }],
    ['pins', { _id: 'p3', saves: 70, board_id: 'own' }],
    ['pins', { _id: 'p4', saves: 900, board_id: 'none' }],
  ];

  const database = useTestDatabase();
  beforeAll(async () => {
    for (const [variant, fields] of seeds) await insertEntity(database.pool, variant, fields);
  });

  const idsOf = async (what: 'similar' | 'pins', id: string) =>
    (await (what === 'similar' ? findSimilar(database.pool, 'boards', id) : findTopPins(database.pool, id))).map(({ _id }) => _id);

  it('are boards with the most shared topics first, then of the nearest size, then by id', async () => {
    expect(await idsOf('similar', 'own')).toEqual(['two-near', 'two-far', 'one-a', 'one-b']);
  });

  it.each(['unknown', 'no-topics', 'missing'])('are no boards for %s', async (id) => {
    expect(await idsOf('similar', id)).toEqual([]);
  });

  it('are its most saved pins', async () => {
    expect(await idsOf('pins', 'own')).toEqual(['p3', 'p1', 'p2']);
    expect(await idsOf('pins', 'two-far')).toEqual([]);
  });
});

describe('the pictures of boards in Postgres', () => {
  interface Seed {
    readonly variant: Variant;
    readonly fields: EntityFields;
  }

  const addressOf = (pinId: string) => `https://i.pinimg.com/${pinId}.jpg`;
  const pinOf = (board: string, _id: string, fields: EntityFields): Seed => ({
    variant: 'pins',
    fields: { _id, board_id: board, image_url: addressOf(_id), ...fields },
  });

  /** A board without a cover, one with a cover, and one whose pins have no picture. */
  const seeds: readonly Seed[] = [
    { variant: 'boards', fields: { _id: 'bare', pinner_id: 'ada', follower_count: 3 } },
    { variant: 'boards', fields: { _id: 'covered', pinner_id: 'ada', follower_count: 2, image_url: 'https://i.pinimg.com/cover.jpg' } },
    { variant: 'boards', fields: { _id: 'empty', pinner_id: 'ada', follower_count: 1 } },
    pinOf('bare', 'unknown-saves', { saves: null, repin_count: 9 }),
    pinOf('bare', 'less-repinned', { saves: 3, repin_count: 1 }),
    pinOf('bare', 'most-saved', { saves: 8, repin_count: null }),
    pinOf('bare', 'repinned-a', { saves: 3, repin_count: 2 }),
    pinOf('bare', 'repinned-b', { saves: 3, repin_count: 2 }),
    pinOf('bare', 'without-picture', { saves: 99, image_url: null }),
    pinOf('covered', 'on-covered', { saves: 1 }),
    pinOf('empty', 'also-without-picture', { saves: 1, image_url: null }),
  ];

  const firstPage: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

  const database = useTestDatabase();
  let catalog: PostgresCatalog;

  beforeAll(async () => {
    catalog = new PostgresCatalog(database.postgres, readConfig({ NODE_ENV: 'test' }), { now: () => new Date() });
    for (const { variant, fields } of seeds) await insertEntity(database.pool, variant, fields);
    await updateCatalogStats(database.pool);
  });

  const expected = { bare: ['most-saved', 'repinned-a', 'repinned-b', 'less-repinned'].map(addressOf), covered: [], empty: [] };
  const picturesById = (boards: readonly { readonly _id: string; readonly pictures: readonly string[] }[]) =>
    Object.fromEntries(boards.map(({ _id, pictures }) => [_id, pictures]));

  it('shows boards without a cover by the pictures of their best-known pins, at most four, in lists', async () => {
    expect(picturesById((await catalog.search('boards', firstPage)).rows)).toEqual(expected);
  });

  it('shows them among the works of a pinner', async () => {
    expect(picturesById((await catalog.findTopWorks('ada')).boards)).toEqual(expected);
  });

  it('shows them in details', async () => {
    for (const [id, pictures] of Object.entries(expected)) expect((await catalog.find('board', id))?.pictures).toEqual(pictures);
  });
});
