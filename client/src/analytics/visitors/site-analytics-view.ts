import type { AnalyticsDays } from '#domain/analytics/visitors/contract';
import { paths } from '../../site/paths';

/** The selectable periods in days. */
export const dayChoices = [7, 30, 90] as const satisfies readonly AnalyticsDays[];
const DEFAULT_DAYS: AnalyticsDays = 30;

export const tabs = ['overview', 'pages', 'sources'] as const;
export type Tab = (typeof tabs)[number];
export const tabNames = { overview: 'Overview', pages: 'Pages', sources: 'Sources' } as const satisfies Record<Tab, string>;

/** The state of the screen, stored in its URL. */
export interface SiteAnalyticsView {
  readonly days: AnalyticsDays;
  readonly tab: Tab;
}

/** Parses the query string; missing or invalid values fall back to defaults. */
export function parseSiteAnalyticsView(query: string): SiteAnalyticsView {
  const params = new URLSearchParams(query);
  return {
    days: dayChoices.find((days) => String(days) === params.get('days')) ?? DEFAULT_DAYS,
    tab: tabs.find((tab) => tab === params.get('tab')) ?? 'overview',
  };
}

/** The URL of a view; default values are omitted. */
export function siteAnalyticsUrl({ days, tab }: SiteAnalyticsView): string {
  const params = new URLSearchParams();
  if (days !== DEFAULT_DAYS) params.set('days', String(days));
  if (tab !== 'overview') params.set('tab', tab);
  return `${paths.analytics}${params.size > 0 ? `?${params}` : ''}`;
}
