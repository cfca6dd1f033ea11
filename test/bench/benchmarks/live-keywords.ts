import { type Sort, sorts } from '#domain/catalog/orders';
import { type Variant, variants } from '#domain/catalog/variants';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { openBenchCatalog } from '../data/bench-catalog.js';
import { columnListOrders } from '#server/catalog/read-model/structure';
import { type KeywordShape, keywordShapes } from '../data/keyword-shapes.js';
import { type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { plainGin } from '../plain-gin.js';

const measuredShapes = new Set(['one word, 10 %', 'one word, 1 %', 'one word, 0.1 %', 'rare word', 'missing word']);

async function measure(bench: BenchContext, lists: ListEngine, variant: Variant, shape: KeywordShape, sort: Sort): Promise<Finding> {
  const { pool } = bench.postgres;
  const orders = columnListOrders(variant);
  const ours = orders.map((order) => ({ run: () => lists.findPage(variant, { order, sort, offset: 0, limit: 10, terms: shape.terms }) }));
  const durations = await interleave([...ours, { run: () => plainGin(pool, variant, shape.terms) }], Math.ceil(bench.rounds / 3), 2);
  return toFinding({
    operation: `${variant}: ${shape.name}, ${sort}`,
    unit: 'ms',
    ours: durations.slice(0, -1).flat(),
    other: { name: 'plain GIN, page and count', samples: durations.at(-1) ?? [] },
    goal: shape.name === 'one word, 10 %' && sort === 'desc' ? { ratio: 0.1, p50: 20 } : { p50: 20 },
  });
}

/** Runs work with the largest catalog that has no read model by default. */
export async function withoutReadModel<T>(bench: BenchContext, work: (small: BenchContext, lists: ListEngine) => Promise<T>): Promise<T> {
  const { ORDERED_LISTS_FROM: size } = readConfig({ NODE_ENV: 'test' });
  const { url } = await openBenchCatalog(bench.url, size, bench.fresh, bench.config, () => {});
  const postgres = new Postgres(url);
  try {
    await postgres.pool.query('update catalog_stats set generation = null');
    return await work({ ...bench, url, size, postgres }, new ListEngine(postgres.pool));
  } finally {
    await postgres.pool.query('update catalog_stats set generation = 1');
    await postgres.close();
  }
}

/** Keywords without a read model. */
export const liveKeywords: Benchmark = {
  title: 'Keywords from the tables, in the largest list without a read model (20,000 rows)',
  measure: (bench) =>
    withoutReadModel(bench, async (small, lists) => {
      const found: Finding[] = [];
      for (const variant of variants) {
        const chosen = (await keywordShapes(small.postgres.pool, variant, small.size)).filter(({ name }) => measuredShapes.has(name));
        for (const sort of sorts) for (const shape of chosen) found.push(await measure(small, lists, variant, shape, sort));
      }
      return found;
    }),
};
