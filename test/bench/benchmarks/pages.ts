import type { Pool } from 'pg';
import { CHECKS_ORDER, type OrderBy, orderings, type Sort, sorts } from '#domain/catalog/orders';
import { DEFAULT_PER_PAGE, type EntityOf, entityOf, type Variant, variants } from '#domain/catalog/variants';
import { defaultMetric } from '#domain/catalog/metrics';
import type { StoredListRow } from '#domain/catalog/rows/stored-columns';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { listRowColumns } from '#server/catalog/postgres/list-rows';
import { tablesOf } from '#server/database/catalog-tables';
import { type Finding, toFinding } from '../finding.js';
import { interleaveHttp } from '../interleave-http.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { ServerProcess } from '../server-process.js';

/** A page by its order's index, with its rows and without a total. */
function pageWithoutTotal<V extends Variant>(pool: Pool, variant: V, column: string) {
  const { text, metrics } = tablesOf(variant);
  return async () => {
    const { rows } = await pool.query<{ _id: string }>({
      name: `alone-${variant}-${column}`,
      text: `select _id from ${metrics} order by ${column} desc nulls last, _id limit ${DEFAULT_PER_PAGE}`,
    });
    const ids = rows.map(({ _id }) => _id);
    const found = await pool.query<StoredListRow<EntityOf<V>>>({
      name: `alone-rows-${variant}`,
      text: `select ${listRowColumns[variant]} from ${text} t join ${metrics} m using (_id) where t._id = any($1)`,
      values: [ids],
    });
    const byId = new Map(found.rows.map((row) => [row._id, row]));
    return ids.flatMap((id) => {
      const row = byId.get(id);
      return row ? [toListRow(variant, row)] : [];
    });
  };
}

const lastPage = (size: number): number => Math.ceil(size / DEFAULT_PER_PAGE);

async function measureSql(bench: BenchContext, variant: Variant): Promise<Finding[]> {
  const columns = orderings[variant].map(({ value }) => value);
  const at = (round: number): OrderBy => columns[round % columns.length]!;
  const pageBy = (order: OrderBy, page: number, sort: Sort) =>
    bench.catalog.search(variant, { order_by: order, sort, page, per_page: DEFAULT_PER_PAGE });
  const page = (page: number, sort: Sort) => ({ run: (round: number) => pageBy(at(round), page, sort) });
  // Beside the order whose index the tables have.
  const main = defaultMetric[entityOf[variant]];
  const deepPages = sorts.flatMap((sort) => [1_000, lastPage(bench.size)].map((number) => ({ sort, number })));
  const sides = [
    { run: pageWithoutTotal(bench.postgres.pool, variant, main) },
    { run: () => pageBy(main, 1, 'desc') },
    page(1, 'desc'),
    page(1, 'asc'),
  ];
  const durations = await interleave(
    [...sides, ...deepPages.map(({ sort, number }) => page(number, sort))],
    10 * bench.rounds,
    4 * columns.length,
  );
  const [without = [], firstByMain = [], first = [], firstUp = []] = durations;
  return [
    toFinding({
      operation: `${variant}: page 1 with exact total`,
      unit: 'ms',
      ours: firstByMain,
      other: { name: 'the page alone', samples: without },
      goal: { ratio: 1.15 },
    }),
    ...deepPages.map(({ sort, number }, index) =>
      toFinding({
        operation: `${variant}: ${number === 1_000 ? 'page 1,000' : 'last page'}, ${sort}`,
        unit: 'ms',
        ours: durations[index + sides.length] ?? [],
        other: { name: `page 1, ${sort}`, samples: sort === 'desc' ? first : firstUp },
        goal: { ratio: 2 },
      }),
    ),
  ];
}

/** The first page by checks passed, beside those of the other orders. */
async function measureChecks(bench: BenchContext, variant: Variant): Promise<Finding> {
  const others = orderings[variant].map(({ value }) => value).filter((order) => order !== CHECKS_ORDER);
  const pageBy = (order: OrderBy) => bench.catalog.search(variant, { order_by: order, sort: 'desc', page: 1, per_page: DEFAULT_PER_PAGE });
  const sides = [{ run: () => pageBy(CHECKS_ORDER) }, { run: (round: number) => pageBy(others[round % others.length]!) }];
  const [ours = [], samples = []] = await interleave(sides, 10 * bench.rounds, others.length);
  return toFinding({
    operation: `${variant}: page 1 by checks passed`,
    unit: 'ms',
    ours,
    other: { name: 'page 1 by the other orders', samples },
    goal: { ratio: 1.5 },
  });
}

const msPerRequest = (rates: readonly number[] = []): number[] => rates.map((rate) => 1_000 / rate);

async function measureHttp(bench: BenchContext): Promise<Finding[]> {
  const [byHand, product] = [await ServerProcess.start('by-hand', bench), await ServerProcess.start('product', bench)];
  const path = '/api/boards?order_by=follower_count&page=';
  try {
    const samples = await interleaveHttp(
      [
        { server: byHand, path: '/alone' },
        { server: byHand, path: '/' },
        ...[1, 1_000, lastPage(bench.size)].map((page) => ({ server: product, path: `${path}${page}`, signedIn: true })),
      ],
      bench.rounds,
    );
    const [alone, total, first, thousandth, last] = samples.map(({ rates }) => msPerRequest(rates));
    const line = (operation: string, ours: number[] = [], name = '', samples: number[] = [], ratio = 2): Finding =>
      toFinding({ operation: `HTTP, boards: ${operation}`, unit: 'ms', ours, other: { name, samples }, goal: { ratio } });
    return [
      line('page 1 with exact total, by hand', total, 'the page alone, by hand', alone, 1.15),
      line('page 1,000', thousandth, 'page 1', first),
      line('last page', last, 'page 1', first),
    ];
  } finally {
    byHand.stop();
    product.stop();
  }
}

/** What the exact total and the depth of a page cost. */
export const pages: Benchmark = {
  title: 'Lists: exact total and deep pages, through the Catalog port and over HTTP (time per request under load)',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureSql(bench, variant)), await measureChecks(bench, variant));
    return [...found, ...(await measureHttp(bench))];
  },
};
