import { type CsvCell, toCsv } from '#domain/csv';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { siteFigures } from './site-figures';

type CsvRow = readonly [section: string, item: string, measure: string, value: CsvCell];

/** The figures of a period as CSV, one figure per line. */
export function siteAnalyticsCsv(analytics: SiteAnalytics): string {
  const previousLabel = analytics.previous.estimated ? 'previous (estimated)' : 'previous';
  const rows: CsvRow[] = [
    ...siteFigures.flatMap(({ name, forPeriod }): CsvRow[] => [
      ['Summary', name, 'current', forPeriod(analytics.summary)],
      ['Summary', name, previousLabel, forPeriod(analytics.previous)],
    ]),
    ...analytics.events_by_day.flatMap(({ date, count, visitors, registrations }): CsvRow[] => [
      ['By day', date, 'events', count],
      ['By day', date, 'visitors', visitors],
      ['By day', date, 'registrations', registrations],
    ]),
    ...Object.entries(analytics.events_by_type).map(([name, count]): CsvRow => ['Events by Type', name, 'events', count]),
    ...analytics.top_pages.map(({ path, count }): CsvRow => ['Top Pages', path, 'views', count]),
    ...analytics.top_referrers.map(({ referrer, count }): CsvRow => ['Top Referrers', referrer || 'Direct', 'visits', count]),
  ];
  return toCsv(['Section', 'Item', 'Measure', 'Value'], rows);
}

/** `site-analytics-30-days-2026-11-21.csv`: the period and its last day. */
export const siteAnalyticsFileName = ({ days, as_of }: SiteAnalytics): string => `site-analytics-${days}-days-${as_of.slice(0, 10)}.csv`;
