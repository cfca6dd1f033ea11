import type { AnalyticsDays, PeriodSummary } from '#domain/analytics/visitors/contract';
import type { Day } from '#domain/days';

/** The figures of a period. Days and names without events are left out. */
export interface VisitorFigures {
  readonly days: AnalyticsDays;
  /** The last day of the period: today. */
  readonly today: Day;
  /** The day of the first event ever; null while there is none. */
  readonly first_day: Day | null;
  /** The time up to which events are aggregated. */
  readonly counted_at: Date;
  readonly unique_visitors: number;
  /** The same number of days before the period. */
  readonly before: PeriodSummary;
  /** The daily totals of the period and of the same number of days before. */
  readonly events: readonly { readonly day: Day; readonly name: string; readonly count: number }[];
  readonly visitors: ReadonlyMap<Day, number>;
  readonly registrations: ReadonlyMap<Day, number>;
  /** `title` is that of the entity whose page it is; null for other pages. */
  readonly pages: readonly { readonly path: string; readonly title: string | null; readonly count: number }[];
  readonly referrers: readonly { readonly referrer: string; readonly count: number }[];
}

/** The page views of one page or source in a period and in the same number of days before. */
export interface KeyFigures extends Pick<VisitorFigures, 'today' | 'first_day'> {
  /** Days without views are left out. */
  readonly counts: ReadonlyMap<Day, number>;
}
