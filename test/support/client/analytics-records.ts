import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import type { GrowthAnalytics, TopPerformer } from '#domain/analytics/growth/contract';
import type { IssueCounts, QualityScan } from '#domain/data-quality/contract';
import { dayLabel, parseDay } from '#domain/days';

/** Site analytics of the last `days` days with 10, 20, 30 … events per day. */
export function siteAnalyticsRecord(days: 7 | 30 | 90, over: Partial<SiteAnalytics> = {}): SiteAnalytics {
  const today = parseDay('2026-11-21') ?? 0;
  return {
    days,
    summary: { total_events: 48_200, unique_visitors: 6100, registered_users: 412 },
    previous: { total_events: 41_000, unique_visitors: 6100, registered_users: 500, estimated: false },
    events_by_type: { page_view: 610, search: 300, purchase_opened: 90 },
    events_by_day: Array.from({ length: days }, (_, index) => ({
      date: dayLabel(today - days + 1 + index),
      count: (index + 1) * 10,
      visitors: 5,
      registrations: 1,
    })),
    previous_days: [],
    top_pages: Array.from({ length: 12 }, (_, index) => ({ path: `/page-${index + 1}`, title: null, count: 9100 - index })),
    top_referrers: [
      { referrer: '', count: 3200 },
      { referrer: 'www.pinterest.com', count: 900 },
    ],
    as_of: '2026-11-21T14:00:00Z',
    ...over,
  };
}

export const emptySiteAnalytics: Partial<SiteAnalytics> = {
  summary: { total_events: 0, unique_visitors: 0, registered_users: 0 },
  previous: { total_events: 0, unique_visitors: 0, registered_users: 0, estimated: true },
  events_by_type: {},
  top_pages: [],
  top_referrers: [],
};

export const aPerformer = (rank: number, over: Partial<TopPerformer> = {}): TopPerformer => ({
  _id: `b${rank}`,
  title: `Board ${rank}`,
  name: `Board ${rank}`,
  pinner_username: null,
  image_url: null,
  pictures: [],
  current_value: 12_400,
  momentum_score: 87.5,
  growth_percent: 12.3,
  current_rank: rank,
  previous_rank: null,
  confidence: 'high',
  jump_share: 0.1,
  jumped_on: null,
  ...over,
});

export const growthAnalyticsRecord = (performers: readonly TopPerformer[], over: Partial<GrowthAnalytics> = {}): GrowthAnalytics => ({
  total_entities: 1_234_567,
  database_stats: { boards: { total: 3400, collaborative: 1250 }, pinners: { total: 980 }, pins: { total: 1_230_187 } },
  momentum_insights: { average_momentum: 23.456, top_performers: performers },
  data_quality: { suspicious_count: 14, spam_count: 1, deleted_count: 0, never_crawled: 3, all_zero: 14, stale: 5 },
  as_of: '2026-11-20',
  ...over,
});

export const topPerformers = (count: number): TopPerformer[] => Array.from({ length: count }, (_, index) => aPerformer(index + 1));

export const issueCounts = (over: Partial<IssueCounts>): IssueCounts => ({
  all_zero_metrics: 0,
  zero_followers: 0,
  not_searchable: 0,
  never_crawled: 0,
  stale_90_days: 0,
  ...over,
});

export const qualityScanRecord = (each: Partial<IssueCounts>): QualityScan => ({
  issues: { boards: issueCounts(each), pinners: issueCounts({}), pins: issueCounts(each) },
  scanned_at: '2026-11-21T14:03:00Z',
});
