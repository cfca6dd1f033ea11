import { lineText } from '#domain/analytics/growth/chart/gains';
import { priors } from '#domain/analytics/growth/momentum';
import { keptReadingsOf } from '#domain/analytics/growth/momentum-of-counts';
import type { Metric } from '#domain/catalog/metrics';
import { firstSparklineMinute, SPARKLINE_DAYS, sparklineOf } from '#domain/catalog/rows/sparkline';
import { type Day, MINUTES_PER_DAY } from '#domain/days';

// Apart from the sparkline, which lists in the browser read: they need not load what momentum is computed with.

/** A sparkline with its words. */
export interface DescribedSparkline {
  readonly sparkline: string | null;
  readonly sparkline_text: string | null;
}

/** The sparkline of a metric, and its first and last reading and best day in words: those readings that momentum keeps. */
export function describedSparkline(
  at: readonly number[],
  counts: readonly (number | null)[],
  today: Day,
  metric: Metric,
): DescribedSparkline {
  const sparkline = sparklineOf(at, counts, today);
  if (sparkline === null) return { sparkline, sparkline_text: null };
  const from = at.findIndex((minute) => minute >= firstSparklineMinute(today));
  const days = at.slice(from).map((minute) => minute / MINUTES_PER_DAY);
  const kept = keptReadingsOf(days, counts.slice(from), today, SPARKLINE_DAYS, priors[metric]);
  const points = Array.from({ length: kept.length }, (_, index) => ({ day: kept.days[index] ?? 0, value: kept.values[index] ?? 0 }));
  return { sparkline, sparkline_text: points.length > 1 ? lineText(points, today) : null };
}
