import { scriptCodeOf, scriptNames, scriptPattern } from '#domain/catalog/filters/scripts';
import { homeListSearch } from '#domain/catalog/home-lists';
import { Unavailable } from '#domain/errors';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { readAllIds } from '#server/catalog/postgres/lists/list-ids';
import type { PageOfIds } from '#server/catalog/postgres/lists/list-statement';
import { readCatalogStats } from '#server/catalog/postgres/read-catalog-stats';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';
import { useTestDatabase } from '../../support/database/test-database';

const database = useTestDatabase();

describe('lists of the home page', () => {
  const MATCHING_BOARDS = 120;
  const config = readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: '1' });
  const etsy = homeListSearch({ variant: 'boards', keyword: 'etsy' });

  /** Two of three matches are jumps; those with unknown shares are not. */
  const jumpShareOf = (index: number) => (index % 3 > 0 ? 0.501 : index % 2 === 0 ? 0.5 : null);

  beforeAll(async () => {
    const insertTwo = async (_: unknown, index: number) => {
      const _id = `b${String(index).padStart(3, '0')}`;
      const fields = { _id, momentum: MATCHING_BOARDS - index, jump_share: jumpShareOf(index) };
      await insertEntity(database.pool, 'boards', { ...fields, name: 'Etsy shops' });
      await insertEntity(database.pool, 'boards', { name: `Kitchen ${index}`, momentum: 500 - index, jump_share: 0.9 });
    };
    await Promise.all(Array.from({ length: MATCHING_BOARDS }, insertTwo));
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
});

describe('the day since which 30 rows with known growth were read', () => {
  const config = readConfig({ NODE_ENV: 'test' });

  beforeAll(async () => {
    await database.pool.query('truncate boards, board_metrics, board_scores');
    // Board n was read on day 1000 + n; every second one is a group board.
    await database.pool.query(
      `with n as (select n, 'b' || n id from generate_series(1, 80) n),
         text as (insert into boards (_id, name, source, imported_at) select id, id, 'test', now() from n)
       insert into board_metrics (_id, followers_read_on, collaborators_read_on, collaborator_count,
         follower_growth_last_90_days, collaborator_growth_last_90_days)
       select id, 1000 + n, case when n <= 58 then 1000 + n end, n % 2, 1, 1 from n`,
    );
  });

  const countedDays = async () => {
    await new PostgresReadModel(database.postgres, config).rebuild(new WriterScope(), ['boards', 'pins']);
    const { boards, pins } = (await readCatalogStats(database.pool)).known;
    return [
      boards['recent_follower_growth_last_90_days'],
      boards['recent_collaborator_growth_last_90_days'],
      pins['recent_saves_growth_last_90_days'],
    ];
  };

  it('is counted among group boards where there are any, and is 0 where fewer were read', async () => {
    expect(await countedDays()).toEqual([1021, 0, 0]);
    await database.pool.query('update board_metrics set collaborator_count = 0');
    expect(await countedDays()).toEqual([1051, 1029, 0]);
    // A reading without growth leaves a list by growth empty.
    await database.pool.query('update board_metrics set follower_growth_last_90_days = null where followers_read_on > 1070');
    expect(await countedDays()).toEqual([1041, 1029, 0]);
  });
});

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

describe('the script of a letter in Postgres', () => {
  it('is the same as in TypeScript, for a sample of all scripts', async () => {
    const points = Array.from({ length: 0x33500 }, (_, point) => point).filter(
      (point) =>
        point > 0 && (point < 0x3000 || point % 37 === 0 || (point >= 0x1d400 && point < 0x1f200)) && (point < 0xd800 || point > 0xdfff),
    );
    const characters = points.map((point) => String.fromCodePoint(point));
    const cases = scriptNames.map((_, index) => `when c ~ $${index + 2} then ${index}`).join(' ');
    const { rows } = await database.pool.query<{ code: number }>(
      `select case ${cases} else -1 end code from unnest($1::text[]) with ordinality one(c, i) order by i`,
      [characters, ...scriptNames.map((name) => scriptPattern([name]))],
    );
    const different = characters.filter((character, index) => rows[index]?.code !== scriptCodeOf(character));
    expect(different).toEqual([]);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(scriptNames.length + 1);
  });
});
