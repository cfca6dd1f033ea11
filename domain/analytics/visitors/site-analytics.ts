import type { AnalyticsDays } from '#domain/analytics/contract';

/** The totals of a period. */
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

/** The response of `GET /analytics/dashboard`. The period ends today (UTC); days without events are listed with zeros. */
export interface SiteAnalytics {
  readonly days: AnalyticsDays;
  readonly summary: PeriodSummary;
  /** The previous period of equal length; `estimated` when our data does not reach back that far (see `previousPeriod`). */
  readonly previous: PeriodSummary & { readonly estimated: boolean };
  readonly events_by_type: Readonly<Record<string, number>>;
  readonly events_by_day: readonly EventDay[];
  /** The 100 most viewed pages. */
  readonly top_pages: readonly { readonly path: string; readonly count: number }[];
  /** The 100 hosts that sent the most visitors; an empty referrer is a direct visit. */
  readonly top_referrers: readonly { readonly referrer: string; readonly count: number }[];
  /** The time up to which events are counted, in ISO 8601. */
  readonly as_of: string;
}
