import type { Variant } from '#domain/catalog/variants';
import { findSimilar, findTopPins } from '#server/catalog/postgres/similar';
import { type EntityFields, insertEntity } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

type Seed = readonly [Variant, EntityFields];

const board = (_id: string, follower_count: number | null, topics: readonly string[]): Seed => ['boards', { _id, follower_count, topics }];
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

describe('what else there is beside a board', () => {
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
