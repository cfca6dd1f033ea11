import { MOMENTUM_ORDER, type Sort, sorts } from '#domain/catalog/orders';
import { type Variant, variants } from '#domain/catalog/variants';
import { ListEngine } from '#server/catalog/postgres/lists/list-engine';
import { type ListOrder, resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { columnListOrders } from '#server/catalog/read-model/structure';
import { type KeywordShape, keywordShapes } from '../data/keyword-shapes.js';
import { sampleStats } from '../sample-stats.js';
import { notMeasured, type Finding, toFinding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { BenchContext, Benchmark } from '../benchmark.js';
import { openSphinx, type SphinxPeer } from '../peers/sphinx.js';
import { plainGin } from '../plain-gin.js';

interface OrderAndSort {
  readonly order: ListOrder;
  readonly sort: Sort;
}

const ordersAndSorts = (variant: Variant): OrderAndSort[] =>
  [...columnListOrders(variant), resolveListOrder(variant, MOMENTUM_ORDER)].flatMap((order) => sorts.map((sort) => ({ order, sort })));

interface ShapeSamples {
  readonly shape: KeywordShape;
  readonly ranked: readonly number[];
  readonly gin: readonly number[];
  /** Empty if Sphinx is not available. */
  readonly sphinx: readonly number[];
}

/** Runs every order in both directions once per round, then plain GIN and Sphinx. All must find the same number of rows. */
async function measureShape(
  bench: BenchContext,
  lists: ListEngine,
  variant: Variant,
  shape: KeywordShape,
  peer: SphinxPeer | null,
): Promise<ShapeSamples> {
  const { pool } = bench.postgres;
  const orders = ordersAndSorts(variant);
  const totals = new Set<number>();
  const ranked = orders.map(({ order, sort }) => ({
    run: async () => totals.add((await lists.findPage(variant, { order, sort, offset: 0, limit: 10, terms: shape.terms })).total),
  }));
  const gin = { run: async () => totals.add(await plainGin(pool, variant, shape.terms)) };
  const sphinx = peer ? [{ run: async () => totals.add(await peer.firstPageTotal(shape.terms)) }] : [];
  const durations = await interleave([...ranked, gin, ...sphinx], bench.rounds, 6);
  if (totals.size !== 1) throw new Error(`${variant}, ${shape.name}: the totals disagree: ${[...totals].join(', ')}`);
  const others = durations.slice(orders.length);
  return { shape, ranked: durations.slice(0, orders.length).flat(), gin: others[0] ?? [], sphinx: others[1] ?? [] };
}

async function measureVariant(bench: BenchContext, variant: Variant): Promise<Finding[]> {
  const lists = new ListEngine(bench.postgres.pool);
  const samples: ShapeSamples[] = [];
  const { peer, why: reason } = await openSphinx(bench, variant);
  try {
    for (const shape of await keywordShapes(bench.postgres.pool, variant, bench.size)) {
      samples.push(await measureShape(bench, lists, variant, shape, peer));
    }
  } finally {
    await peer?.close();
  }
  const orderCount = ordersAndSorts(variant).length;
  return [
    toFinding({
      operation: `${variant}: all shapes, ${orderCount} orders and directions`,
      unit: 'ms',
      ours: samples.flatMap(({ ranked }) => ranked),
      goal: { p50: 5, p95: 15 },
    }),
    ...samples.map(({ shape, ranked, gin }) =>
      toFinding({
        operation: `${variant}: ${shape.name}`,
        unit: 'ms',
        ours: ranked,
        other: { name: 'plain GIN, page and count', samples: gin },
        goal: shape.name === 'one word, 10 %' ? { ratio: 0.05, p95: 15 } : { p95: 15 },
      }),
    ),
    ...(peer
      ? compareWithSphinx(variant, samples)
      : [notMeasured(`${variant}: the same shapes`, 'ms', '≤ 1x on each, ≤ 0.5x on its worst', reason)]),
  ];
}

function compareWithSphinx(variant: Variant, samples: readonly ShapeSamples[]): Finding[] {
  const medians = samples.map(({ sphinx }) => sampleStats(sphinx).p50);
  const worst = medians.indexOf(Math.max(...medians));
  return samples.map(({ shape, ranked, sphinx }, index) =>
    toFinding({
      operation: `${variant}: ${shape.name}`,
      unit: 'ms',
      ours: ranked,
      other: { name: index === worst ? 'Sphinx, its worst' : 'Sphinx, page and count', samples: sphinx },
      goal: { ratio: index === worst ? 0.5 : 1 },
    }),
  );
}

/** Keywords with an order and an exact total, from the read model. */
export const keywords: Benchmark = {
  title: 'Keywords + order + exact total, ids in SQL',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureVariant(bench, variant)));
    return found;
  },
};
