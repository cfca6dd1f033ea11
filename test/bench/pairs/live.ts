import { type Sort, sorts, type Variant, variants } from '#domain/catalog/variants';
import { PostgresLists } from '#server/catalog/postgres-lists';
import { postedOrders } from '#server/catalog/tables';
import { type Shape, shapes } from '../data/known-words.js';
import { type Finding, finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';
import { plainGin } from '../plain-gin.js';

const wanted = new Set(['one word, 10 %', 'one word, 1 %', 'one word, 0.1 %', 'rare word', 'missing word']);

async function measure(bench: Bench, lists: PostgresLists, variant: Variant, shape: Shape, sort: Sort): Promise<Finding> {
  const { pool } = bench.postgres;
  const orders = postedOrders(variant).filter(({ scores }) => !scores);
  const ours = orders.map((order) => ({ run: () => lists.keywords(variant, { order, sort, offset: 0, rows: 10 }, shape.terms) }));
  const taken = await interleave([...ours, { run: () => plainGin(pool, variant, shape.terms) }], Math.ceil(bench.rounds / 3), 2);
  return finding({
    operation: `${variant}: ${shape.name}, ${sort}`,
    unit: 'ms',
    ours: taken.slice(0, -1).flat(),
    other: { name: 'plain GIN, page and count', samples: taken.at(-1) ?? [] },
    goal: shape.name === 'one word, 10 %' && sort === 'desc' ? { ratio: 0.1, p50: 20 } : { p50: 20 },
  });
}

/** Does the work as if there were no ordered read model, and brings it back afterwards. */
async function withoutReadModel<T>(bench: Bench, work: (lists: PostgresLists) => Promise<T>): Promise<T> {
  const { pool } = bench.postgres;
  const { rows } = await pool.query<{ variant: Variant; generation: number | null }>('select variant, generation from catalog_stats');
  await pool.query('update catalog_stats set generation = null');
  try {
    return await work(new PostgresLists(pool, bench.config.ORDERED_LISTS_FROM));
  } finally {
    for (const row of rows) await pool.query('update catalog_stats set generation = $2 where variant = $1', [row.variant, row.generation]);
  }
}

/** Keywords while there is no ordered read model. */
export const live: Pair = {
  title: 'Keywords, live path (without the read model)',
  measure: (bench) =>
    withoutReadModel(bench, async (lists) => {
      const found: Finding[] = [];
      for (const variant of variants) {
        const chosen = (await shapes(bench.postgres.pool, variant, bench.size)).filter(({ name }) => wanted.has(name));
        for (const sort of sorts) for (const shape of chosen) found.push(await measure(bench, lists, variant, shape, sort));
      }
      return found;
    }),
};
