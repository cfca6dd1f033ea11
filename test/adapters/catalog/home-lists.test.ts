import { homeListSearch } from '#domain/catalog/home-lists';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

const MATCHING_BOARDS = 120;
const config = readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: '1' });
const etsy = homeListSearch({ variant: 'boards', keyword: 'etsy' });

const database = useTestDatabase();

/** Two of three matches are jumps; those with unknown shares are not. */
const jumpShareOf = (index: number) => (index % 3 > 0 ? 0.501 : index % 2 === 0 ? 0.5 : null);

beforeAll(async () => {
  for (let index = 0; index < MATCHING_BOARDS; index++) {
    const _id = `b${String(index).padStart(3, '0')}`;
    await insertEntity(database.pool, 'boards', {
      _id,
      name: 'Etsy shops',
      momentum: MATCHING_BOARDS - index,
      jump_share: jumpShareOf(index),
    });
    await insertEntity(database.pool, 'boards', { name: `Kitchen ${index}`, momentum: 500 - index, jump_share: 0.9 });
  }
  await insertEntity(database.pool, 'pinners', { name: 'Make money', momentum: 3, jump_share: 0.9 });
  await insertEntity(database.pool, 'pinners', { name: 'Make moneyboxes', momentum: 2 });
  await updateCatalogStats(database.pool);
});

describe.each([
  ['the tables', false],
  ['the read model', true],
])('a home list from %s', (_, hasReadModel) => {
  let catalog: PostgresCatalog;
  beforeAll(async () => {
    if (hasReadModel) await new PostgresReadModel(database.postgres, config).rebuild(new WriterScope(), ['boards', 'pinners']);
    catalog = new PostgresCatalog(database.postgres, config, { now: () => new Date() });
  });

  it('has the five best rows that are no jump, and the number of all of them', async () => {
    const page = await catalog.search('boards', etsy);
    expect(page.rows.map(({ _id }) => _id)).toEqual(['b000', 'b003', 'b006', 'b009', 'b012']);
    expect(page).toMatchObject({ total: MATCHING_BOARDS / 3 });
    expect(page.as_of === null).toBe(!hasReadModel);
  });

  it('does not look for other words if all matches are jumps', async () => {
    const page = await catalog.search('pinners', homeListSearch({ variant: 'pinners', keyword: 'make money' }));
    expect(page).toMatchObject({ rows: [], total: 0, match: { how: 'whole' } });
  });

  it('differs from the same search with other rows per page, which has the jumps', async () => {
    const page = await catalog.search('boards', { ...etsy, per_page: 4 });
    expect(page.rows.map(({ _id }) => _id)).toEqual(['b000', 'b001', 'b002', 'b003']);
    expect(page.total).toBe(MATCHING_BOARDS);
  });

  it('is the only search that knows the term of the jumps', async () => {
    for (const query of ['^', 'etsy ^', 'jump']) {
      const page = await catalog.search('boards', { ...etsy, query });
      expect([query, page.total]).toEqual([query, query === 'etsy ^' ? MATCHING_BOARDS : 0]);
    }
  });
});
