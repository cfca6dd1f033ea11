import type { AnalyticsDays, DailyCounts, EventDay, SiteAnalytics, PeriodSummary } from '#domain/analytics/visitors/contract';
import type { KeyFigures, VisitorFigures } from '#domain/analytics/visitors/daily-totals';
import { dayLabel, type Day } from '#domain/days';
import { roundHalfAway } from '#domain/numbers';

/** The estimate that the specification defines for when our data does not reach back that far. */
const estimatePreviousPeriod = ({ total_events, unique_visitors, registered_users }: PeriodSummary): PeriodSummary => ({
  total_events: roundHalfAway(total_events * 0.85, 0),
  unique_visitors: roundHalfAway(unique_visitors * 0.85, 0),
  registered_users: roundHalfAway(registered_users * 0.9, 0),
});

/** Whether everything since the day `start` was counted: our first event is not after it. */
const isCountedSince = (firstDay: number | null, start: number): boolean => firstDay !== null && firstDay <= start;

/**
 * The figures of the previous period of equal length. `before` holds what was counted in it, which is complete when our first event
 * (`firstDay`) is not after the period's first day (`start`). Otherwise 85%, 85% and 90% of the current figures, marked as estimated.
 */
export function previousPeriod(
  current: PeriodSummary,
  before: PeriodSummary,
  firstDay: number | null,
  start: number,
): PeriodSummary & { readonly estimated: boolean } {
  return isCountedSince(firstDay, start) ? { ...before, estimated: false } : { ...estimatePreviousPeriod(current), estimated: true };
}

const sumCounts = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** Sums the counts by key, largest first. */
function totalsByKey<K, T extends { readonly count: number }>(rows: readonly T[], keyOf: (row: T) => K): Map<K, number> {
  const sums = new Map<K, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
  return new Map([...sums].toSorted(([, a], [, b]) => b - a));
}

function eventDays({ days, events, visitors, registrations }: VisitorFigures, firstDay: Day): EventDay[] {
  const counts = totalsByKey(events, ({ day }) => day);
  return Array.from({ length: days }, (_, index) => ({
    date: dayLabel(firstDay + index),
    count: counts.get(firstDay + index) ?? 0,
    visitors: visitors.get(firstDay + index) ?? 0,
    registrations: registrations.get(firstDay + index) ?? 0,
  }));
}

/** The site analytics of a period, with every day of it; the previous period is real where our data reaches back that far. */
export function buildSiteAnalytics(figures: VisitorFigures): SiteAnalytics {
  const { days, today, first_day, before, unique_visitors, pages, referrers, counted_at } = figures;
  const firstDay: Day = today - days + 1;
  const events = figures.events.filter(({ day }) => day >= firstDay);
  const registrations = [...figures.registrations].flatMap(([day, count]) => (day >= firstDay ? [count] : []));
  const summary = {
    total_events: sumCounts(events.map(({ count }) => count)),
    unique_visitors,
    registered_users: sumCounts(registrations),
  };
  const previous = previousPeriod(summary, before, first_day, firstDay - days);
  return {
    days,
    summary,
    previous,
    events_by_type: Object.fromEntries(totalsByKey(events, ({ name }) => name)),
    events_by_day: eventDays(figures, firstDay),
    previous_days: previous.estimated ? [] : eventDays(figures, firstDay - days),
    top_pages: pages,
    top_referrers: referrers,
    as_of: counted_at.toISOString(),
  };
}

/** The days of a page or a source. A day without views counts 0, unless it is before our first event: nothing is known of it. */
export function buildDailyCounts(days: AnalyticsDays, { today, first_day, counts }: KeyFigures): DailyCounts {
  const firstDay: Day = today - days + 1;
  const daysFrom = (start: Day) =>
    Array.from({ length: days }, (_, index) => start + index)
      .filter((day) => isCountedSince(first_day, day))
      .map((day) => ({ date: dayLabel(day), count: counts.get(day) ?? 0 }));
  return { by_day: daysFrom(firstDay), previous_days: isCountedSince(first_day, firstDay - days) ? daysFrom(firstDay - days) : [] };
}
