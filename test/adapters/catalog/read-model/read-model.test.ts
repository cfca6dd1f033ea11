import { WriterScope } from '#domain/jobs/write-lock';
import { columnListOrders, momentumListOrders } from '#server/catalog/read-model/structure';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { decodeAscending } from '#server/catalog/read-model/varints';
import { readConfig } from '#server/config/config';
import { catalogSearch } from '#domain/catalog/contract';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { useTestDatabase } from '../../../support/database/test-database';

const database = useTestDatabase();

const queryValue = async <T>(sql: string): Promise<T | undefined> => (await database.pool.query<{ one: T }>(sql)).rows[0]?.one;

/** Rows in random id order, with ties, unknown values, rare and frequent terms, and some without terms. */
async function insertPins(from: number, to: number): Promise<void> {
  await database.pool.query(
    `with n as (select n, md5(n::text) id from generate_series(${from}, ${to}) n),
       text as (insert into pins (_id, name, source, imported_at, terms)
         select id, 'Pin ' || n, 'test', now(), case when n % 11 > 0 then array['every', 'w' || n % 7, 'ü' || n % 501, 'only' || n] else '{}' end from n),
       metrics as (insert into pin_metrics (_id, saves, repin_count, saves_growth_last_90_days, created_at)
         select id, nullif(n % 50, 3), n, case when n % 3 > 0 then (n % 40 - 20) / 7.0 end,
           timestamptz '2025-01-01' + interval '1 microsecond' * (n * 7919 % 10007) from n)
     insert into pin_scores (_id, growth, score, raw, confidence, flags)
       select id, '{}', '{}', (select array_agg(case when (n + slot) % 5 > 0 then (n * slot % 97 - 40) / 13.0 end order by slot) from generate_series(1, 15) slot), '{}', '{}'
       from n where n % 4 > 0`,
  );
}

// Larger lists are built in a worker thread.
describe.each([
  ['few rows', 1, 300],
  ['many rows', 301, 5_600],
])('the read model of %s', (_, from, to) => {
  beforeAll(async () => {
    await insertPins(from, to);
    await new PostgresReadModel(database.postgres, readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: '1' })).rebuild(new WriterScope(), [
      'pins',
    ]);
  });

  const rankedSql = (expression: string) =>
    `select m._id, row_number() over (order by ${expression} desc nulls last, m._id)::int place
     from pin_metrics m left join pin_scores s using (_id)`;

  const postingLists = async (): Promise<string> => {
    const { rows: lists } = await database.pool.query<{ term: string; total: number; rows: Buffer }>(
      'select term, total, rows from pin_postings order by term',
    );
    return lists.map(({ term, total, rows }) => `${term} ${total} {${decodeAscending(rows, total).join(',')}}`).join(' ');
  };

  it.each([...columnListOrders('pins'), ...momentumListOrders('pins')].map((order) => [order.expression, order] as const))(
    'has every row in the order of %s',
    async (expression, { orderKey: key }) => {
      const blocks = `select string_agg(array_to_string(ids, ' '), ' ' order by block) one from pin_order where order_key = ${key}`;
      expect(await queryValue(blocks)).toBe(
        await queryValue(`select string_agg(_id, ' ' order by place) one from (${rankedSql(expression)}) o`),
      );
    },
  );

  it('has the rows of every term', async () => {
    const expected = `select string_agg(term || ' ' || total || ' ' || places::text, ' ' order by term) one from (
      select term, count(*) total, array_agg(place order by place) places
      from (select terms, row_number() over (order by _id) - 1 place from pins) o, unnest(terms) term group by term) p`;
    expect(await postingLists()).toBe(await queryValue(expected));
  });

  it('counts terms and known values', async () => {
    const words = `select string_agg(term || ' ' || total, ' ' order by term collate "C") one`;
    expect(await queryValue(`${words} from pin_words`)).toBe(
      await queryValue(`${words} from (select term, count(*) total from pins, unnest(terms) term group by term) w`),
    );
    const known = await queryValue<Record<string, number>>(`select known one from catalog_stats where variant = 'pins'`);
    const [plain] = (
      await database.pool.query<Record<string, number>>(
        'select count(saves)::int saves, count(created_at)::int created_at from pin_metrics',
      )
    ).rows;
    expect(known).toMatchObject(plain ?? {});
    expect(known?.['momentum_0']).toBe(await queryValue('select count(raw[1])::int one from pin_scores'));
  });
});

it('the read model in Postgres lists stale lists until they are rebuilt', async () => {
  const readModel = new PostgresReadModel(database.postgres, readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: '0' }));
  expect(await readModel.listStale()).toEqual([]);
  // As a small import does.
  await database.pool.query(`update catalog_stats set behind = variant in ('boards', 'pins')`);
  expect(await readModel.listStale()).toEqual(['boards', 'pins']);
  await readModel.rebuild(new WriterScope(), ['pins']);
  expect(await readModel.listStale()).toEqual(['boards']);
  await readModel.rebuild(new WriterScope());
  expect(await readModel.listStale()).toEqual([]);
});

/** Gives the tests around the call a database with pins that have 1, 2, … saves, and their read model. Early releases stored nulls among topics. */
function insertCountedPins(rowCount: number) {
  const config = readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: '1' });
  const database = useTestDatabase();
  const readModel = () => new PostgresReadModel(database.postgres, config);
  const openCatalog = () => new PostgresCatalog(database.postgres, config, { now: () => new Date() });
  const rebuild = () => readModel().rebuild(new WriterScope(), ['pins']);
  let catalog: PostgresCatalog;

  beforeAll(async () => {
    await database.pool.query(
      `with n as (select n, md5(n::text) id from generate_series(1, ${rowCount}) n),
       text as (insert into pins (_id, name, source, imported_at, topics, image_url, terms)
         select id, 'Pin ' || n, 'test', now(), array['T' || n % 3, 't' || n % 3, null], case when n % 2 = 0 then 'https://i.example/1.jpg' end,
           array['every', 'w' || n % 9] from n)
     insert into pin_metrics (_id, saves, repin_count) select id, n, n % 1000 from n`,
    );
    await rebuild();
    catalog = openCatalog();
  });

  async function find(query: string) {
    const search = catalogSearch('pins').parse(Object.fromEntries(new URLSearchParams(query)));
    const { rows, total, as_of } = await catalog.search('pins', search);
    return { saves: rows.map(({ saves }) => saves), total, isRanked: as_of !== null };
  }
  return { database, readModel, openCatalog, rebuild, find };
}

describe('filtered pages of a long list', () => {
  /** More than a block of the read model's arrays has numbers. */
  const ROW_COUNT = 70_000;
  const { database, find } = insertCountedPins(ROW_COUNT);

  it('find rows of every block of the arrays', async () => {
    expect(await find('saves=60000..69999&per_page=2')).toEqual({ saves: [69_999, 69_998], total: 10_000, isRanked: true });
    expect(await find('repins=7..7&picture=1&sort=asc&per_page=2')).toEqual({ saves: [], total: 0, isRanked: true });
    expect(await find('repins=8..8&topic=t1&query=every&sort=asc&per_page=3')).toEqual({
      saves: [1_008 + 1_000, 5_008, 8_008],
      total: 23,
      isRanked: true,
    });
    expect(await find('topic=t0,t1,t2&per_page=1&page=70000')).toEqual({ saves: [1], total: ROW_COUNT, isRanked: true });
  });

  it('stay as they were after a cleanup, without the removed rows', async () => {
    await database.pool.query(
      `with gone as (delete from pin_metrics where saves > 69990 returning _id) delete from pins where _id in (select _id from gone)`,
    );
    await database.pool.query(`update catalog_stats set total = total - 10 where variant = 'pins'`);
    expect(await find('saves=60000..&per_page=12')).toEqual({ saves: [69_990, 69_989], total: 10_001, isRanked: true });
  });
});

describe('words, posting lists, and facets', () => {
  const { database, rebuild, find } = insertCountedPins(7_000);
  const TABLES = ['pin_words', 'pin_postings', 'pin_facets'];
  const tableIds = async () =>
    (await database.pool.query<{ oid: number }>('select n::regclass::oid oid from unnest($1::text[]) n', [TABLES])).rows;
  /** Returns whether the next generation has the same tables. */
  const areKept = async (change: string): Promise<boolean> => {
    const before = await tableIds();
    await database.pool.query(change);
    await rebuild();
    return JSON.stringify(await tableIds()) === JSON.stringify(before);
  };

  it('stay while no text changes, and find the rows in their new order', async () => {
    expect(await areKept('create table pin_words_next (like pin_words); update pin_metrics set saves = 100000 - saves')).toBe(true);
    expect(await find('query=w1&topic=t1&picture=1&per_page=2')).toEqual({ saves: [99_990, 99_972], total: 389, isRanked: true });
    expect(await find('query=w0&order_by=best_match&per_page=1')).toMatchObject({ total: 777, isRanked: true });
  });

  it('are analyzed once, and not again by Postgres itself', async () => {
    await database.pool.query(`update catalog_stats set text_rows = null where variant = 'pins'`);
    await rebuild();
    // What the connection has counted since, it tells now.
    await database.postgres.jobPool.query('select pg_stat_force_next_flush()');
    const { rows } = await database.pool.query<{ changed: number; analyzed: number }>(
      `select distinct n_mod_since_analyze::int changed, analyze_count::int analyzed from pg_stat_user_tables where relname = any($1)`,
      [[...TABLES, 'pin_order', 'pin_arrays']],
    );
    expect(rows).toEqual([{ changed: 0, analyzed: 1 }]);
  });

  it('are built again once texts have changed, or there are other rows', async () => {
    await database.pool.query(`update pins set terms = '{every,new}', topics = '{t9}' where name = 'Pin 9'`);
    expect(await areKept(`update catalog_stats set text_rows = null where variant = 'pins'`)).toBe(false);
    expect(await find('query=new&topic=t9')).toEqual({ saves: [99_991], total: 1, isRanked: true });
    await database.pool.query(`insert into pins (_id, name, source, imported_at, terms) values ('a', 'A', 'test', now(), '{new}')`);
    expect(await areKept(`insert into pin_metrics (_id, saves) values ('a', 1)`)).toBe(false);
    expect(await find('query=new')).toEqual({ saves: [99_991, 1], total: 2, isRanked: true });
    expect(await areKept(`update pin_metrics set saves = saves + 1`)).toBe(true);
  });
});

describe('filtered pages while the read model changes', () => {
  const { database, readModel, openCatalog, rebuild, find } = insertCountedPins(7_000);

  it('show the next generation at once, though the previous one is cached', async () => {
    expect((await find('repins=5..5')).total).toBe(7);
    await database.pool.query(`update pin_metrics set repin_count = 5 where repin_count = 6`);
    await rebuild();
    expect(await find('repins=5..5')).toMatchObject({ total: 14, isRanked: true });
  });

  it('are each from one generation, however often it changes meanwhile', async () => {
    /** The next generation has five repins in the rows that end in this number, and in no others. */
    const publish = async (ending: number) => {
      await database.pool.query(
        `update pin_metrics set repin_count = case when saves % 1000 = ${ending} then 5 else 1 end where repin_count = 5 or saves % 1000 = ${ending}`,
      );
      await rebuild();
    };
    const endings = [12, 11, 10, 9, 8, 7];
    /** Totals and endings of each generation, the first one being that of the test before. */
    const generations = [[10, [5, 6]], ...endings.map((ending) => [5, [ending]])];
    const progress = { isDone: false };
    const readers = Array.from({ length: 2 }, async (_, reader) => {
      while (!progress.isDone) {
        const { saves, total } = await find(`repins=5..5&saves=..5000&sort=${reader % 2 === 0 ? 'asc' : 'desc'}&per_page=50`);
        const found = new Set(saves.map((count) => Number(count) % 1000));
        expect(generations).toContainEqual([total, [...found].toSorted((a, b) => a - b)]);
      }
    });
    for (const ending of endings) await publish(ending);
    progress.isDone = true;
    await expect(Promise.all(readers)).resolves.toHaveLength(2);
  });

  it('come from the tables while the generation consists of something else, until the list is built again', async () => {
    await database.pool.query(`update catalog_stats set structure = 'of another version' where variant = 'pins'`);
    const search = catalogSearch('pins').parse({ saves: '..50' });
    expect(await openCatalog().search('pins', search)).toMatchObject({ total: 50, as_of: null });
    expect(await readModel().listStale()).toContain('pins');
    await rebuild();
    expect(await openCatalog().search('pins', search)).toMatchObject({ total: 50, as_of: expect.any(String) });
    expect(await readModel().listStale()).not.toContain('pins');
  });
});
