import type { AnalyticsDays } from '#domain/analytics/visitors/contract';
import { paths } from '../../site/paths';

/** The periods one can choose, in days. */
export const dayChoices = [7, 30, 90] as const satisfies readonly AnalyticsDays[];
const DEFAULT_DAYS: AnalyticsDays = 30;

export const tabs = ['overview', 'pages', 'sources'] as const;
export type Tab = (typeof tabs)[number];
export const tabNames = { overview: 'Overview', pages: 'Pages', sources: 'Sources' } as const satisfies Record<Tab, string>;

/** What of the site analytics is on screen. */
export interface SiteAnalyticsView {
  readonly days: AnalyticsDays;
  readonly tab: Tab;
}

/** The view that an address names; what it does not say, or says wrongly, falls back. */
export function parseSiteAnalyticsView(text: string): SiteAnalyticsView {
  const params = new URLSearchParams(text);
  return {
    days: dayChoices.find((days) => String(days) === params.get('days')) ?? DEFAULT_DAYS,
    tab: tabs.find((tab) => tab === params.get('tab')) ?? 'overview',
  };
}

/** The address of a view, without what is so by default. */
export function siteAnalyticsUrl({ days, tab }: SiteAnalyticsView): string {
  const params = new URLSearchParams();
  if (days !== DEFAULT_DAYS) params.set('days', String(days));
  if (tab !== 'overview') params.set('tab', tab);
  return `${paths.analytics}${params.size > 0 ? `?${params}` : ''}`;
}
