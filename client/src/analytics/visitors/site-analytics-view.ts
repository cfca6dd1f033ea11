import type { AnalyticsDays } from '#domain/analytics/visitors/contract';
import { queryString } from '../../api/api';
import { paths } from '../../site/paths';

/** The selectable periods in days. */
export const dayChoices = [7, 30, 90] as const satisfies readonly AnalyticsDays[];

export const tabs = ['overview', 'pages', 'sources'] as const;
export type Tab = (typeof tabs)[number];
export const tabNames = { overview: 'Overview', pages: 'Pages', sources: 'Sources' } as const satisfies Record<Tab, string>;

/** The state of the screen, stored in its URL. */
export interface SiteAnalyticsView {
  readonly days: AnalyticsDays;
  readonly tab: Tab;
  /** The page whose views the chart shows; null shows the whole site. */
  readonly page: string | null;
  /** The source whose visits the chart shows, empty for direct visits; null without one. */
  readonly source: string | null;
}

const defaultView: SiteAnalyticsView = { days: 30, tab: 'overview', page: null, source: null };

/** Parses the query string; missing or invalid values fall back to defaults. */
export function parseSiteAnalyticsView(query: string): SiteAnalyticsView {
  const params = new URLSearchParams(query);
  const page = params.get('page');
  return {
    days: dayChoices.find((days) => String(days) === params.get('days')) ?? defaultView.days,
    tab: tabs.find((tab) => tab === params.get('tab')) ?? defaultView.tab,
    page,
    source: page === null ? params.get('source') : null,
  };
}

/** The URL of a view; default values are omitted. */
export const siteAnalyticsUrl = (view: SiteAnalyticsView): string => paths.analytics + queryString(view, defaultView);
