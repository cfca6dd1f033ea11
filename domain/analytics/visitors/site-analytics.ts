import type { AnalyticsDays } from '#domain/analytics/contract';

/** How much happened in a period. */
export interface PeriodSummary {
  readonly total_events: number;
  readonly unique_visitors: number;
  /** Sign-ups. */
  readonly registered_users: number;
}

/** One UTC day. */
export interface EventDay {
  /** `2026-11-21` */
  readonly date: string;
  readonly count: number;
  readonly visitors: number;
  readonly registrations: number;
}

/** The answer of `GET /analytics/dashboard`: the days are today (UTC) and those before; a day without events is there with zeros. */
export interface SiteAnalytics {
  readonly days: AnalyticsDays;
  readonly summary: PeriodSummary;
  /** The same number of days before; `estimated` when our data do not reach back that far, by the rule of `previousPeriod`. */
  readonly previous: PeriodSummary & { readonly estimated: boolean };
  readonly events_by_type: Readonly<Record<string, number>>;
  readonly events_by_day: readonly EventDay[];
  /** The most viewed, at most 100. */
  readonly top_pages: readonly { readonly path: string; readonly count: number }[];
  /** Hosts that led here, at most 100; an empty referrer is a direct visit. */
  readonly top_referrers: readonly { readonly referrer: string; readonly count: number }[];
  /** Up to when events are counted, ISO 8601. */
  readonly as_of: string;
}
