import { catalogSearch } from '#domain/catalog/contract';
import { metricsOf, periods } from '#domain/catalog/metrics';
import { orderings, sorts, type Sort } from '#domain/catalog/orders';
import { entityOf, type Variant, variants } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { type ListOrder, resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { tablesOf } from '#server/database/catalog-tables';
import { fillRandomCatalog, randomFilters, seededRandom } from '../../support/database/random-filters';
import { useTestDatabase } from '../../support/database/test-database';

describe('filters', () => {
  const SEARCHES_PER_LIST = 40;
  const now = new Date('2026-03-01T10:00:00Z');

  const database = useTestDatabase();

  beforeAll(async () => {
    await fillRandomCatalog(database.pool, now);
  });

  const configFor = (minRows: number) => readConfig({ NODE_ENV: 'test', ORDERED_LISTS_FROM: String(minRows) });

  describe.each([
    ['the tables of short lists', 1_000_000],
    ['the read model', 1],
  ])('filtered pages from %s', (place, minRows) => {
    let catalog: PostgresCatalog;
    beforeAll(async () => {
      await new PostgresReadModel(database.postgres, configFor(minRows)).rebuild(new WriterScope());
      catalog = new PostgresCatalog(database.postgres, configFor(minRows), { now: () => now });
    });

    const orderColumn = (order: string) => `m.${order === 'checks_passed' ? 'checks_order' : order}`;

    /** The ids that the search must find, by a simple query. */
    async function expectedIds(variant: Variant, conditions: readonly string[], orderSql: string, sort: string): Promise<string[]> {
      const { text, metrics, scores } = tablesOf(variant);
      const { rows } = await database.pool.query<{ _id: string }>(
        `select _id from ${text} t join ${metrics} m using (_id) left join ${scores} s using (_id) where ${conditions.join(' and ')}
       order by ${orderSql} ${sort} nulls last, _id ${sort === 'desc' ? 'asc' : 'desc'}`,
      );
      return rows.map((row) => row._id);
    }

    it.each(variants)('have the rows of every order of %s, ties by id and unknown values last, without any filter', async (variant) => {
      for (const order of orderings[variant].map(({ value }) => value))
        for (const sort of sorts) {
          const expected = await expectedIds(variant, ['true'], orderColumn(order), sort);
          const search = catalogSearch(variant).parse({ order_by: order, sort, page: '101' });
          const { rows, total, as_of } = await catalog.search(variant, search);
          expect([order, sort, rows.map(({ _id }) => _id), total]).toEqual([order, sort, expected.slice(1_000, 1_010), expected.length]);
          expect(as_of !== null).toBe(place === 'the read model');
          expect((await catalog.listIds(variant, search, 100_000)).ids).toEqual(expected);
        }
    });

    it.each(variants)('have the rows and totals of a simple query, for any filters of %s', async (variant) => {
      const random = seededRandom(minRows + variants.indexOf(variant));
      const entity = entityOf[variant];
      let totalFound = 0;
      for (let count = 0; count < SEARCHES_PER_LIST; count++) {
        const metric = random.pick(metricsOf[entity]);
        const period = random.pick(periods);
        const scoreColumn = metricsOf[entity].indexOf(metric as never) * periods.length + periods.indexOf(period) + 1;
        const { parameters, conditions } = randomFilters(variant, random, scoreColumn);
        const order = random.pick([...orderings[variant].map(({ value }) => value), 'momentum_score']);
        const sort = random.pick(sorts);
        const word = random.pick([undefined, undefined, 'every', 'w3', 'w11', 'every w2']);
        const page = random.pick([1, 1, 1, 2, 5]);
        const query = { ...parameters, ...(word ? { query: word } : {}), order_by: order, sort, metric, period, per_page: '10' };
        const search = catalogSearch(variant).parse({ ...query, page: String(page) });
        const terms = word ? [`t.terms @> '{${word.split(' ').join(',')}}'`] : [];
        const orderSql = order === 'momentum_score' ? `s.raw[${scoreColumn}]` : orderColumn(order);
        const expected = await expectedIds(variant, [...conditions, ...terms, 'true'], orderSql, sort);
        const found = await catalog.search(variant, search);
        const ids = found.rows.map(({ _id }) => _id);
        const isRanked = place === 'the read model' && !('owner' in parameters || 'board' in parameters);
        expect({ query, ids, total: found.total, isRanked: found.as_of !== null }).toEqual({
          query,
          isRanked,
          ids: expected.slice((page - 1) * 10, page * 10),
          total: expected.length,
        });
        if (count % 10 === 0) expect((await catalog.listIds(variant, search, 100_000)).ids).toEqual(expected);
        totalFound += Math.min(expected.length, 1);
      }
      expect(totalFound).toBeGreaterThan(SEARCHES_PER_LIST / 3);
    });
  });
});

describe('pages of a keyword', () => {
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
});
