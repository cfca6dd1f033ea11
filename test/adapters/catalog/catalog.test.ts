import { type CatalogSearch, catalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { readConfig } from '#server/config/config';
import { findSimilar, findTopPins } from '#server/catalog/postgres/related-rows';
import { type EntityFields, insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';
import { FixedClock } from '../../support/fixed-clock';

/** Eight, five and two days before the clock's. */
const recentMinutes = [8, 5, 2].map((days) => (20_473 - days) * 1_440 + 600);

const crawlMinutes = [29_000_000, 29_001_440];

/** The time that filters by days are relative to. */
const clock = new FixedClock(new Date('2026-01-20T12:00:00Z'));

const seeds: readonly { readonly variant: Variant; readonly fields: EntityFields }[] = [
  { variant: 'pinners', fields: { _id: 'ada', username: 'ada', name: 'Ada', follower_count: 12, website_url: 'https://ada.example/' } },
  {
    variant: 'boards',
    fields: {
      _id: 'b1',
      name: 'Garden ideas',
      follower_count: 7,
      pinner_id: 'ada',
      pinner_username: 'ada',
      momentum: 10,
      topics: ['Flowers', 'Food, drink'],
      checks: 'ppupw',
      checks_passed: 3,
      checks_judged: 4,
      checks_order: 3.2,
      board_order_modified_at: new Date('2026-01-14T00:00:00Z'),
    },
  },
  {
    variant: 'boards',
    fields: {
      _id: 'b2',
      name: 'Etsy garden',
      follower_count: 7,
      created_at: new Date('2026-01-02T03:04:05Z'),
      checks_passed: 3,
      checks_order: 3.9,
      momentum: 30.5,
      series: { at: recentMinutes, follower_count: [4, null, 7], pin_count: [1, 1, 1] },
    },
  },
  {
    variant: 'boards',
    fields: {
      _id: 'b3',
      name: null,
      description: 'Etsy finds. New every day.',
      follower_count: null,
      momentum: null,
      topics: ['Decor'],
      searchable: false,
      jump_share: 0.8,
      jumped_on: 20_000,
    },
  },
  {
    variant: 'boards',
    fields: {
      _id: 'b4',
      name: '★ Кухни',
      follower_count: 90,
      follower_growth_last_90_days: 12.5,
      jump_share: 0.5,
      followers_read_on: 20_473,
      checks_passed: 4,
      checks_order: 4,
      board_order_modified_at: new Date('2026-01-13T23:59:59Z'),
      series: { at: crawlMinutes, follower_count: [80, 90], pin_count: [null, 3] },
    },
  },
  {
    variant: 'pins',
    fields: {
      _id: 'p1',
      name: 'Shelf',
      saves: 5,
      pinner_id: 'ada',
      pinner_username: 'ada',
      board_id: 'b1',
      link: 'https://shop.example/',
      domain: 'shop.example',
    },
  },
  { variant: 'pins', fields: { _id: 'p2', name: 'Lamp', saves: 2, board_id: 'gone', created_at: new Date('2025-01-21T00:00:00Z') } },
];

const firstPage: CatalogSearch = { order_by: 'follower_count', sort: 'desc', page: 1, per_page: 10 };

describe('the catalog in Postgres', () => {
  const database = useTestDatabase();
  let catalog: PostgresCatalog;

  beforeAll(async () => {
    catalog = new PostgresCatalog(database.postgres, readConfig({ NODE_ENV: 'test' }), clock);
    for (const { variant, fields } of seeds) await insertEntity(database.pool, variant, fields);
    await updateCatalogStats(database.pool);
  });

  it('finds rows by their ids with momentum and sparkline, and says which are gone', async () => {
    const rows = await catalog.findRows('boards', ['b3', 'unknown', 'b2']);
    expect(rows.map(({ _id, momentum_score, is_gone }) => [_id, momentum_score, is_gone])).toEqual([
      ['b3', null, true],
      ['b2', 30.5, false],
    ]);
    expect(rows.every((row) => 'sparkline' in row)).toBe(true);
  });

  it('sends listed columns, with times in ISO 8601 and the owner nested', async () => {
    const { rows } = await catalog.search('boards', firstPage);
    expect(rows[1]).toEqual({
      _id: 'b1',
      title: 'Garden ideas',
      name: 'Garden ideas',
      url: null,
      image_url: null,
      pinner: { _id: 'ada', username: 'ada' },
      pictures: [],
      follower_count: 7,
      collaborator_count: null,
      pin_count: null,
      follower_growth_last_90_days: null,
      collaborator_growth_last_90_days: null,
      jump_share: null,
      jumped_on: null,
      board_order_modified_at: '2026-01-14T00:00:00.000Z',
      created_at: null,
      followers_read_on: null,
      collaborators_read_on: null,
      pins_read_on: null,
      checks_passed: 3,
      checks_judged: 4,
      checks: { active: 'pass', growing: 'pass', steady: 'unknown', reach: 'pass', crowded: 'warn' },
    });
    expect(rows[2]?.created_at).toBe('2026-01-02T03:04:05.000Z');
  });

  it('does not correct keywords whose rows a filter leaves out', async () => {
    const search = catalogSearch('boards').parse({ query: 'etsy', followers: '90..' });
    expect(await catalog.search('boards', search)).toMatchObject({ total: 0, match: { how: 'whole', searched_for: 'etsy' } });
  });

  it('returns one entity with its columns and series, or null', async () => {
    expect(await catalog.find('board', 'b4')).toMatchObject({
      fields: { _id: 'b4', name: '★ Кухни', topics: [], follower_count: 90 },
      at: crawlMinutes,
      counts: { follower_count: [80, 90], collaborator_count: [null, null], pin_count: [null, 3] },
      ranks: [],
      searchable: true,
    });
    expect(await catalog.find('pin', 'p1')).toMatchObject({ fields: { link: 'https://shop.example/', queries: [] }, at: [] });
    expect(await catalog.find('pin', 'b4')).toBeNull();
  });

  it('names the board of a pin, if it has that board', async () => {
    expect((await catalog.find('pin', 'p1'))?.board).toEqual({
      _id: 'b1',
      name: 'Garden ideas',
      description: null,
      pinner_username: 'ada',
    });
    expect((await catalog.find('pin', 'p2'))?.board).toBeNull();
  });
});

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
