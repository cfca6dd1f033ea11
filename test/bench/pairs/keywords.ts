import { type Sort, sorts, type Variant, variants } from '#domain/catalog/variants';
import { PostgresLists } from '#server/catalog/postgres-lists';
import { type ListOrder, postedOrders } from '#server/catalog/tables';
import { type Shape, shapes } from '../data/known-words.js';
import { figuresOf } from '../figures.js';
import { absent, type Finding, finding } from '../finding.js';
import { interleave } from '../interleave.js';
import type { Bench, Pair } from '../pair.js';
import { SphinxPeer } from '../peers/sphinx.js';
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
  /** Empty without Sphinx. */
  readonly sphinx: readonly number[];
}

/** Every order in both directions once a round, then plain GIN and Sphinx; all must find as many. */
async function measureShape(bench: Bench, lists: PostgresLists, variant: Variant, shape: Shape, peer: SphinxPeer | null): Promise<Taken> {
  const { pool } = bench.postgres;
  const ways = waysOf(variant);
  const totals = new Set<number>();
  const ranked = ways.map(({ order, sort }) => ({
    run: async () => totals.add((await lists.keywords(variant, { order, sort, offset: 0, rows: 10 }, shape.terms)).total),
  }));
  const gin = { run: async () => totals.add(await plainGin(pool, variant, shape.terms)) };
  const sphinx = peer ? [{ run: async () => totals.add(await peer.page(shape.terms)) }] : [];
  const taken = await interleave([...ranked, gin, ...sphinx], bench.rounds, 6);
  if (totals.size !== 1) throw new Error(`${variant}, ${shape.name}: the totals disagree: ${[...totals].join(', ')}`);
  const others = taken.slice(ways.length);
  return { shape, ranked: taken.slice(0, ways.length).flat(), gin: others[0] ?? [], sphinx: others[1] ?? [] };
}

async function measureVariant(bench: Bench, variant: Variant): Promise<Finding[]> {
  const lists = new PostgresLists(bench.postgres.pool, bench.config.ORDERED_LISTS_FROM);
  const taken: Taken[] = [];
  const { peer, why } = await sphinxOf(bench, variant);
  try {
    for (const shape of await shapes(bench.postgres.pool, variant, bench.size)) {
      taken.push(await measureShape(bench, lists, variant, shape, peer));
    }
  } finally {
    await peer?.close();
  }
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
    ...(peer ? againstSphinx(variant, taken) : [absent(`${variant}: the same shapes`, 'ms', '≤ 1x on each, ≤ 0.5x on its worst', why)]),
  ];
}

async function sphinxOf({ peers, postgres }: Bench, variant: Variant): Promise<{ peer: SphinxPeer | null; why: string }> {
  if (!peers) return { peer: null, why: 'Sphinx: --peers was not given' };
  try {
    return { peer: await SphinxPeer.of(postgres.jobPool, variant), why: '' };
  } catch (error) {
    return { peer: null, why: `Sphinx: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function againstSphinx(variant: Variant, taken: readonly Taken[]): Finding[] {
  const medians = taken.map(({ sphinx }) => figuresOf(sphinx).p50);
  const worst = medians.indexOf(Math.max(...medians));
  return taken.map(({ shape, ranked, sphinx }, place) =>
    finding({
      operation: `${variant}: ${shape.name}`,
      unit: 'ms',
      ours: ranked,
      other: { name: place === worst ? 'Sphinx, its worst' : 'Sphinx, page and count', samples: sphinx },
      goal: { ratio: place === worst ? 0.5 : 1 },
    }),
  );
}

/** Keywords with an order and an exact total, from the ordered read model. */
export const keywords: Pair = {
  title: 'Keywords + order + exact total, ids in SQL',
  measure: async (bench) => {
    const found: Finding[] = [];
    for (const variant of variants) found.push(...(await measureVariant(bench, variant)));
    return found;
  },
};
