import { type SampleStats, sampleStats } from './sample-stats.js';

export type Unit = 'ms' | 'µs' | 's' | 'req/s' | 'KB' | 'rows/s' | 'MB';

/** One line of the table: an operation, what it is compared with, and whether its goal is met. */
export interface Finding {
  readonly operation: string;
  readonly unit: Unit;
  readonly ours: SampleStats | null;
  readonly other: { readonly name: string; readonly figures: SampleStats } | null;
  /** Our median divided by the other side's median. */
  readonly ratio: number | null;
  /** The goal as text; null if there is none. */
  readonly goal: string | null;
  /** Null if there is no goal, or nothing to compare with it. */
  readonly met: boolean | null;
  readonly note?: string;
}

/** Bounds on the ratio, the median, and the 95th percentile. A missing bound is not checked. */
export interface Goal {
  readonly ratio?: number;
  /** A lower bound on the ratio, for rates. */
  readonly ratioFrom?: number;
  readonly p50?: number;
  readonly p95?: number;
}

const goalText = (goal: Goal, unit: Unit): string =>
  [
    goal.ratio === undefined ? [] : [`≤ ${goal.ratio}x`],
    goal.ratioFrom === undefined ? [] : [`≥ ${goal.ratioFrom}x`],
    goal.p50 === undefined ? [] : [`p50 ≤ ${goal.p50} ${unit}`],
    goal.p95 === undefined ? [] : [`p95 ≤ ${goal.p95} ${unit}`],
  ]
    .flat()
    .join(', ');

const isMet = (goal: Goal, ours: SampleStats, ratio: number | null): boolean =>
  (goal.ratio === undefined || (ratio !== null && ratio <= goal.ratio)) &&
  (goal.ratioFrom === undefined || (ratio !== null && ratio >= goal.ratioFrom)) &&
  (goal.p50 === undefined || ours.p50 <= goal.p50) &&
  (goal.p95 === undefined || ours.p95 <= goal.p95);

interface Measurement {
  readonly operation: string;
  readonly unit: Unit;
  readonly ours: readonly number[];
  readonly other?: { readonly name: string; readonly samples: readonly number[] };
  readonly goal?: Goal;
  readonly note?: string;
}

/** Summarizes samples and compares them with a goal. */
export function toFinding({ operation, unit, ours, other, goal, note }: Measurement): Finding {
  const stats = sampleStats(ours);
  const otherStats = other ? { name: other.name, figures: sampleStats(other.samples) } : null;
  const ratio = otherStats ? stats.p50 / otherStats.figures.p50 : null;
  return {
    operation,
    unit,
    ours: stats,
    other: otherStats,
    ratio,
    goal: goal ? goalText(goal, unit) : null,
    met: goal ? isMet(goal, stats, ratio) : null,
    ...(note === undefined ? {} : { note }),
  };
}

/** A line for something that could not be measured here, with the reason. */
export const notMeasured = (operation: string, unit: Unit, goal: string | null, note: string): Finding => ({
  operation,
  unit,
  ours: null,
  other: null,
  ratio: null,
  goal,
  met: null,
  note: note.split('\n', 1)[0] ?? '',
});
