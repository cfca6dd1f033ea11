import { catalogSearch } from '#domain/catalog/contract';
import { metricsOf, periods } from '#domain/catalog/metrics';
import { entityOf, orderings, sorts, type Variant, variants } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { tablesOf } from '#server/database/catalog-tables';
import { fillRandomCatalog, randomFilters, seededRandom } from '../../support/database/random-filters';
import { useTestDatabase } from '../../support/database/test-database';

const SEARCHES_PER_LIST = 60;
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

  /** The ids that the search must find, by a simple query. */
  async function expectedIds(variant: Variant, conditions: readonly string[], orderSql: string, sort: string): Promise<string[]> {
    const { text, metrics, scores } = tablesOf(variant);
    const { rows } = await database.pool.query<{ _id: string }>(
      `select _id from ${text} t join ${metrics} m using (_id) left join ${scores} s using (_id) where ${conditions.join(' and ')}
       order by ${orderSql} ${sort} nulls last, _id ${sort === 'desc' ? 'asc' : 'desc'}`,
    );
    return rows.map((row) => row._id);
  }

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
      const orderSql = order === 'momentum_score' ? `s.raw[${scoreColumn}]` : `m.${order === 'checks_passed' ? 'checks_order' : order}`;
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
