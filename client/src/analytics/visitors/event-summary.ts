import type { EventDay } from '#domain/analytics/visitors/contract';
import { compactNumber } from '#domain/numbers';
import { formatDate, formatDayRange } from '../../ui/format';

/** What the line of events says: how many, and the day with the most. The last day is today, too young to be compared with a whole one. */
export function eventSummary(days: readonly EventDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'No events.';
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const span = formatDayRange(first.date, last.date);
  if (total === 0) return `No events, ${span}.`;
  const busiestDay = days.reduce((best, day) => (day.count > best.count ? day : best), first);
  return `${compactNumber(total)} events, ${span}, most on ${formatDate(busiestDay.date)}: ${compactNumber(busiestDay.count)}. Today (UTC) is not over yet.`;
}
