import { type KeywordCounter, type KeywordFigures } from '#domain/keywords/counting/keyword-figures';
import type { KeywordIndex } from '#domain/keywords/counting/keyword-index';
import { type CountedOrder, countedOrderNames } from '#domain/keywords/keyword-orders';
import type { KeywordMomentum, KeywordSeries } from '#domain/keywords/counting/keyword-series';
import { opportunityScore, percentilesOf } from '#domain/keywords/opportunity';

/** Everything about one keyword that is computed without its related ones. */
export interface KeywordFacts extends KeywordFigures {
  readonly momentum: KeywordMomentum;
  readonly demandRank: number | null;
  readonly opportunity: number | null;
}

/** Computes the facts of every keyword, in the order of the index. */
export function keywordFacts({ count }: KeywordIndex, counter: KeywordCounter, series: KeywordSeries): KeywordFacts[] {
  const keywords = Array.from({ length: count }, (_, keyword) => keyword);
  const figures = keywords.map((keyword) => counter.count(keyword));
  const momenta = keywords.map((keyword) => series.measure(keyword));
  const demandRanks = percentilesOf(figures.map(({ medianSaves }) => medianSaves));
  const momentumRanks = percentilesOf(momenta.map(({ score }) => score));
  return figures.map((counted, keyword) => {
    const demandRank = demandRanks[keyword] ?? null;
    const opportunity = opportunityScore({ momentumRank: momentumRanks[keyword] ?? null, demandRank, competition: counted.competition });
    return { ...counted, momentum: momenta[keyword]!, demandRank, opportunity };
  });
}

const orderValue: Readonly<Record<CountedOrder, (facts: KeywordFacts) => number | null>> = {
  opportunity: ({ opportunity }) => opportunity,
  momentum: ({ momentum }) => momentum.score,
  demand: ({ medianSaves }) => medianSaves,
  pins: ({ pins }) => pins,
  competition: ({ competition }) => (competition === null ? null : -competition),
};

function ranksBy(facts: readonly KeywordFacts[], valueOf: (facts: KeywordFacts) => number | null): Int32Array {
  const values = Float64Array.from(facts, (each) => valueOf(each) ?? Number.NEGATIVE_INFINITY);
  const order = Array.from(values.keys()).sort((a, b) => (values[a] === values[b] ? a - b : values[b]! - values[a]!));
  const ranks = new Int32Array(facts.length);
  for (const [position, keyword] of order.entries()) ranks[keyword] = position + 1;
  return ranks;
}

/** The rank of every keyword in each order, from 1 on: the best first, ties in the order of the index, unknown values last. */
export const keywordRanks = (facts: readonly KeywordFacts[]): Readonly<Record<CountedOrder, Int32Array>> =>
  Object.fromEntries(countedOrderNames.map((order) => [order, ranksBy(facts, orderValue[order])])) as Record<CountedOrder, Int32Array>;
