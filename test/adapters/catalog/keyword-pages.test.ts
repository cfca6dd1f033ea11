import type { Sort } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { type ListOrder, resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { useTestDatabase } from '../../support/database/test-database';

const database = useTestDatabase();

/** More rows than totals are counted up to; a third of them with known saves, and ties among those. */
beforeAll(async () => {
  await database.pool.query(
    `with n as (select n, md5(n::text) id from generate_series(1, 12000) n),
       text as (insert into pins (_id, name, source, imported_at, terms)
         select id, 'Pin ' || n, 'test', now(), array['w' || n % 7, 'ü' || n % 501] || case when n % 12 > 0 then array['every'] else '{}' end from n)
     insert into pin_metrics (_id, saves, repin_count) select id, case when n % 3 = 0 then n % 50 end, n % 9973 from n`,
  );
  await new PostgresReadModel(database.postgres, readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: '1' })).rebuild(new WriterScope(), [
    'pins',
  ]);
});

/** All ids, by a simple query. */
async function expectedIds(terms: KeywordTerms, order: ListOrder, sort: Sort): Promise<string[]> {
  const { rows } = await database.pool.query<{ _id: string }>(
    `select _id from pins join pin_metrics m using (_id) where terms @> $1 and ($2::text[] is null or terms && $2)
     order by ${order.expression} ${sort} nulls last, _id ${sort === 'desc' ? 'asc' : 'desc'}`,
    [terms.all, terms.any],
  );
  return rows.map((row) => row._id);
}

const rows = 10;
const shapes: readonly [string, KeywordTerms][] = [
  ['a word of nearly all rows', { all: ['every'], any: null }],
  ['a frequent word', { all: ['w3'], any: null }],
  ['a rare word', { all: ['ü7'], any: null }],
  ['two words', { all: ['every', 'w3'], any: null }],
  ['a missing word', { all: ['nothing'], any: null }],
  ['one of some words', { all: [], any: ['w1', 'w2', 'ü7'] }],
  ['one of some words, one of them in nearly all rows', { all: [], any: ['every', 'w1', 'ü7'] }],
  ['a word and one of some', { all: ['w1'], any: ['every', 'ü7'] }],
];

describe.each([
  ['the read model', 1],
  ['the tables', null],
])('keyword pages from %s', (_, generation) => {
  let lists: ListEngine;
  beforeAll(async () => {
    await database.pool.query(`update catalog_stats set generation = $1 where variant = 'pins'`, [generation]);
    lists = new ListEngine(database.postgres.pool);
  });

  it.each(shapes)('equal those of a simple query: %s', async (_name, terms) => {
    for (const order of [resolveListOrder('pins', 'saves'), resolveListOrder('pins', 'repin_count')]) {
      for (const sort of ['desc', 'asc'] as const) {
        const ids = await expectedIds(terms, order, sort);
        const known = Math.round(ids.length / 3);
        for (const offset of [0, 30, Math.max(0, known - 5), Math.max(0, ids.length - 5), ids.length + 100]) {
          const page = await lists.findPage('pins', { order, sort, offset, limit: rows, terms });
          expect([order.name, sort, offset, page.ids]).toEqual([order.name, sort, offset, ids.slice(offset, offset + rows)]);
          expect(page.total).toBe(ids.length);
        }
      }
    }
  });
});
