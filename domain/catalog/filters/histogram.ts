import type { NumberRange, RangeFilter } from '#domain/catalog/filters/filter-kinds';
import { MAX_CHECKS } from '#domain/catalog/rows/checks';

/** The most bins that a histogram has. */
export const MAX_HISTOGRAM_BINS = 12;

/** The numbers from `from` to below `to`, and how many rows have one of them. Null: no end. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number | null;
  readonly rows: number;
}

const COUNT_DECADES = 10;
/** 0, 1, 3, 10, 30, 100, …: most counts are small, and a few are huge. */
const countEdges = [0, ...Array.from({ length: COUNT_DECADES }, (_, decade) => [10 ** decade, 3 * 10 ** decade]).flat()];
const percentEdges = [-100, -30, -10, -3, 0, 3, 10, 30, 100, 300, 1_000, 3_000];
const checkEdges = Array.from({ length: MAX_CHECKS + 1 }, (_, passed) => passed);
const scoreEdges = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90];

/** The numbers at which the bins of a filter begin, in order: logarithmic for counts and percentages. */
export const histogramEdges = ({ decimals, min, max }: Pick<RangeFilter, 'decimals' | 'min' | 'max'>): readonly number[] =>
  max <= MAX_CHECKS ? checkEdges : decimals === 0 ? countEdges : min < 0 ? percentEdges : scoreEdges;

/** Returns the bins from the first to the last one with rows, by the rows from each edge to the next. Counts over a wide range have bins of ten times each. */
export function histogramBins(edges: readonly number[], rowsByEdge: readonly number[]): HistogramBin[] {
  const bins = edges.map((from, index) => ({ from, to: edges[index + 1] ?? null, rows: rowsByEdge[index] ?? 0 }));
  const hasRows = (bin: HistogramBin) => bin.rows > 0;
  const first = bins.findIndex(hasRows);
  const used = first < 0 ? [] : bins.slice(first, bins.findLastIndex(hasRows) + 1);
  return used.length > MAX_HISTOGRAM_BINS ? mergeDecades(used) : used;
}

/** Adds the bin from 30 to the bin from 10, and so on. */
function mergeDecades(bins: readonly HistogramBin[]): HistogramBin[] {
  const merged: HistogramBin[] = [];
  for (const bin of bins) {
    const last = merged.at(-1);
    if (last && bin.from === 3 * last.from) merged[merged.length - 1] = { from: last.from, to: bin.to, rows: last.rows + bin.rows };
    else merged.push(bin);
  }
  return merged;
}

/** Whether a bin has numbers of a range. */
export const overlapsRange = ({ from, to }: Pick<HistogramBin, 'from' | 'to'>, { min, max }: NumberRange): boolean =>
  (max === null || from <= max) && (min === null || to === null || to > min);
