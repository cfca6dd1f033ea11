import { WriterScope } from '#domain/jobs/write-lock';
import { columnListOrders, momentumListOrders, postingOrder } from '#server/catalog/read-model/structure';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { decodeAscending } from '#server/catalog/read-model/varints';
import { readConfig } from '#server/config/config';
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
    `select m._id, t.terms, row_number() over (order by ${expression} desc nulls last, m._id)::int place
     from pins t join pin_metrics m using (_id) left join pin_scores s using (_id)`;

  const postingLists = async (): Promise<string> => {
    const { rows } = await database.pool.query<{ term: string; total: number; ranks: Buffer }>(
      'select term, total, ranks from pin_postings order by term',
    );
    return rows.map(({ term, total, ranks }) => `${term} ${total} {${decodeAscending(ranks, total).join(',')}}`).join(' ');
  };

  it.each([...columnListOrders('pins'), ...momentumListOrders('pins')].map((order) => [order.expression, order] as const))(
    'has every row in the order of %s, with every term',
    async (expression, { orderKey: key }) => {
      const blocks = `select string_agg(array_to_string(ids, ' '), ' ' order by block) one from pin_order where order_key = ${key}`;
      expect(await queryValue(blocks)).toBe(
        await queryValue(`select string_agg(_id, ' ' order by place) one from (${rankedSql(expression)}) o`),
      );
      if (key !== postingOrder('pins').orderKey) return;
      const expected = `select string_agg(term || ' ' || total || ' ' || places::text, ' ' order by term) one from (
        select term, count(*) total, array_agg(place order by place) places from (${rankedSql(expression)}) o, unnest(terms) term group by term) p`;
      expect(await postingLists()).toBe(await queryValue(expected));
    },
  );

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
