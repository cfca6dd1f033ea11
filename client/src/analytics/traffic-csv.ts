import { type CsvCell, csvText } from '#domain/analytics/csv';
import type { SiteAnalytics } from '#domain/analytics/site-analytics';
import { measures } from './traffic-measures';

type Row = readonly [section: string, item: string, measure: string, value: CsvCell];

/** The figures of a period, one a line: to which part they belong, of what they are, what is measured, and the value. */
export function trafficCsv(found: SiteAnalytics): string {
  const before = found.previous.estimated ? 'previous (estimated)' : 'previous';
  const rows: Row[] = [
    ...measures.flatMap(({ name, of }): Row[] => [
      ['Summary', name, 'current', of(found.summary)],
      ['Summary', name, before, of(found.previous)],
    ]),
    ...found.events_by_day.flatMap(({ date, count, visitors, registrations }): Row[] => [
      ['By day', date, 'events', count],
      ['By day', date, 'visitors', visitors],
      ['By day', date, 'registrations', registrations],
    ]),
    ...Object.entries(found.events_by_type).map(([name, count]): Row => ['Events by Type', name, 'events', count]),
    ...found.top_pages.map(({ path, count }): Row => ['Top Pages', path, 'views', count]),
    ...found.top_referrers.map(({ referrer, count }): Row => ['Top Referrers', referrer || 'Direct', 'visits', count]),
  ];
  return csvText(['Section', 'Item', 'Measure', 'Value'], rows);
}

/** `site-analytics-30-days-2026-11-21.csv`: the period up to the day until which its events are counted. */
export const trafficFile = ({ days, as_of }: SiteAnalytics): string => `site-analytics-${days}-days-${as_of.slice(0, 10)}.csv`;
