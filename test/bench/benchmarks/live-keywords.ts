import { type Sort, sorts, type Variant, variants } from '#domain/catalog/variants';
import { PostgresListPages } from '#server/catalog/postgres/list-pages';
import { ordersWithPostings } from '#server/catalog/postgres/list-order';
import { type KeywordShape, keywordShapes } from '../data/keyword-shapes.js';
import { type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { plainGin } from '../plain-gin.js';

const measuredShapes = new Set(['one word, 10 %', 'one word, 1 %', 'one word, 0.1 %', 'rare word', 'missing word']);

async function measure(bench: BenchContext, lists: PostgresListPages, variant: Variant, shape: KeywordShape, sort: Sort): Promise<Finding> {
  const { pool } = bench.postgres;
  const orders = ordersWithPostings(variant).filter(({ scoreColumn }) => scoreColumn === null);
  const ours = orders.map((order) => ({ run: () => lists.keywordPage(variant, { order, sort, offset: 0, limit: 10 }, shape.terms) }));
  const durations = await interleave([...ours, { run: () => plainGin(pool, variant, shape.terms) }], Math.ceil(bench.rounds / 3), 2);
  return toFinding({
    operation: `${variant}: ${shape.name}, ${sort}`,
    unit: 'ms',
    ours: durations.slice(0, -1).flat(),
    other: { name: 'plain GIN, page and count', samples: durations.at(-1) ?? [] },
    goal: shape.name === 'one word, 10 %' && sort === 'desc' ? { ratio: 0.1, p50: 20 } : { p50: 20 },
  });
}

/** Runs work as if there were no read model, and restores it afterwards. */
export async function withoutReadModel<T>(bench: BenchContext, work: (lists: PostgresListPages) => Promise<T>): Promise<T> {
  const { pool } = bench.postgres;
  const { rows } = await pool.query<{ variant: Variant; generation: number | null }>('select variant, generation from catalog_stats');
  await pool.query('update catalog_stats set generation = null');
  try {
    return await work(new PostgresListPages(pool, bench.config.ORDERED_LISTS_FROM));
  } finally {
    for (const row of rows) await pool.query('update catalog_stats set generation = $2 where variant = $1', [row.variant, row.generation]);
  }
}

/** Keywords without a read model. */
export const liveKeywords: Benchmark = {
  title: 'Keywords, live path (without the read model)',
  measure: (bench) =>
    withoutReadModel(bench, async (lists) => {
      const found: Finding[] = [];
      for (const variant of variants) {
        const chosen = (await keywordShapes(bench.postgres.pool, variant, bench.size)).filter(({ name }) => measuredShapes.has(name));
        for (const sort of sorts) for (const shape of chosen) found.push(await measure(bench, lists, variant, shape, sort));
      }
      return found;
    }),
};
