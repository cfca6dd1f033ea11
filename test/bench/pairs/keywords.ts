import { type Sort, sorts, type Variant, variants } from '#domain/catalog/variants';
import { PostgresLists } from '#server/catalog/postgres-lists';
import { type ListOrder, postedOrders } from '#server/catalog/tables';
import { type Shape, shapes } from '../data/known-words.js';
import { absent, type Finding, finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';
import { whyNoSphinx } from '../peers.js';
import { plainGin } from '../plain-gin.js';

interface Way {
  readonly order: ListOrder;
  readonly sort: Sort;
}

const waysOf = (variant: Variant): Way[] => postedOrders(variant).flatMap((order) => sorts.map((sort) => ({ order, sort })));

interface Taken {
  readonly shape: Shape;
  readonly ranked: readonly number[];
  readonly gin: readonly number[];
}

/** Every order in both directions once a round, then plain GIN; both must find as many. */
async function measureShape(bench: Bench, lists: PostgresLists, variant: Variant, shape: Shape): Promise<Taken> {
  const { pool } = bench.postgres;
  const ways = waysOf(variant);
  const totals = new Set<number>();
  const ranked = ways.map(({ order, sort }) => ({
    run: async () => totals.add((await lists.keywords(variant, { order, sort, offset: 0, rows: 10 }, shape.terms)).total),
  }));
  const gin = { run: async () => totals.add(await plainGin(pool, variant, shape.terms)) };
  const taken = await interleave([...ranked, gin], bench.rounds, 6);
  if (totals.size !== 1) throw new Error(`${variant}, ${shape.name}: the totals disagree: ${[...totals].join(', ')}`);
  return { shape, ranked: taken.slice(0, -1).flat(), gin: taken.at(-1) ?? [] };
}

async function measureVariant(bench: Bench, variant: Variant): Promise<Finding[]> {
  const lists = new PostgresLists(bench.postgres.pool, bench.config.ORDERED_LISTS_FROM);
  const taken: Taken[] = [];
  for (const shape of await shapes(bench.postgres.pool, variant, bench.size)) taken.push(await measureShape(bench, lists, variant, shape));
  const ways = waysOf(variant).length;
  return [
    finding({
      operation: `${variant}: all shapes, ${ways} orders and directions`,
      unit: 'ms',
      ours: taken.flatMap(({ ranked }) => ranked),
      goal: { p50: 5, p95: 15 },
    }),
    ...taken.map(({ shape, ranked, gin }) =>
      finding({
        operation: `${variant}: ${shape.name}`,
        unit: 'ms',
        ours: ranked,
        other: { name: 'plain GIN, page and count', samples: gin },
        goal: shape.name === 'one word, 10 %' ? { ratio: 0.05, p95: 15 } : { p95: 15 },
      }),
    ),
  ];
}

/** Keywords with an order and an exact total, from the ordered read model. */
export const keywords: Pair = {
  title: 'Keywords + order + exact total, ids in SQL',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureVariant(bench, variant)));
    return [...found, absent('Sphinx, the same shapes', 'ms', '≤ 1x on each, ≤ 0.5x on its worst', whyNoSphinx(bench.peers))];
  },
};
