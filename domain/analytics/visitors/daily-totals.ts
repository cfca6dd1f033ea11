import type { AnalyticsDays } from '#domain/analytics/contract';
import type { PeriodSummary } from '#domain/analytics/visitors/site-analytics';
import type { Day } from '#domain/days';

/** What the counted events say about a period; days and names without events are left out. */
export interface SiteFigures {
  readonly days: AnalyticsDays;
  /** The last day of the period: today. */
  readonly today: Day;
  /** The day of the first event ever; null before it. */
  readonly first_day: Day | null;
  readonly counted_at: Date;
  readonly unique_visitors: number;
  /** The same number of days before. */
  readonly before: PeriodSummary;
  readonly events: readonly { readonly day: Day; readonly name: string; readonly count: number }[];
  readonly visitors: ReadonlyMap<Day, number>;
  readonly registrations: ReadonlyMap<Day, number>;
  readonly pages: readonly { readonly path: string; readonly count: number }[];
  readonly referrers: readonly { readonly referrer: string; readonly count: number }[];
}

/** Where events are counted. */
export abstract class DailyTotals {
  /** Counts the events that came since the last time and closes the days that are over; answers how many it counted. May be called at any time, by several at once. */
  abstract aggregateNewEvents(): Promise<number>;

  /** The figures of the period that ends today, as far as events are counted. */
  abstract figuresFor(days: AnalyticsDays): Promise<SiteFigures>;
}
