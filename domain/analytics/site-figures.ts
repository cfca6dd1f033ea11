import { previousPeriod } from '#domain/analytics/previous-period';
import type { EventDay, SiteAnalytics } from '#domain/analytics/site-analytics';
import type { TrafficFigures } from '#domain/analytics/traffic-ledger';
import { dayLabel, type Day } from '#domain/days';

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** What is counted by each key, the largest first. */
function totals<K, T extends { readonly count: number }>(rows: readonly T[], keyOf: (row: T) => K): Map<K, number> {
  const sums = new Map<K, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
  return new Map([...sums].toSorted(([, one], [, other]) => other - one));
}

function eventDays({ days, today, events, visitors, registrations }: TrafficFigures): EventDay[] {
  const counts = totals(events, ({ day }) => day);
  const first: Day = today - days + 1;
  return Array.from({ length: days }, (_, place) => ({
    date: dayLabel(first + place),
    count: counts.get(first + place) ?? 0,
    visitors: visitors.get(first + place) ?? 0,
    registrations: registrations.get(first + place) ?? 0,
  }));
}

/** The answer to how a period went: every day of it is there, and the period before is real where our data reach back that far. */
export function siteAnalytics(figures: TrafficFigures): SiteAnalytics {
  const { days, today, first_day, before, unique_visitors, events, registrations, pages, referrers, counted_at } = figures;
  const summary = {
    total_events: sumOf(events.map(({ count }) => count)),
    unique_visitors,
    registered_users: sumOf(registrations.values()),
  };
  return {
    days,
    summary,
    previous: previousPeriod(summary, before, first_day, today - 2 * days + 1),
    events_by_type: Object.fromEntries(totals(events, ({ name }) => name)),
    events_by_day: eventDays(figures),
    top_pages: pages,
    top_referrers: referrers,
    as_of: counted_at.toISOString(),
  };
}
