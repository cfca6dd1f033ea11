import type { DayCount } from '#domain/analytics/visitors/contract';
import { compactNumber } from '#domain/numbers';
import { formatDay, formatDayRange } from '../../ui/format';

/** Describes a chart of counts: the total and the peak day. The last day is today and not yet complete. */
export function eventSummary(days: readonly DayCount[], [one, many] = ['event', 'events']): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return `No ${many}.`;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const range = formatDayRange(first.date, last.date);
  if (total === 0) return `No ${many}, ${range}.`;
  const peak = days.reduce((best, day) => (day.count > best.count ? day : best), first);
  return `${compactNumber(total)} ${total === 1 ? one : many}, ${range}. Peak: ${compactNumber(peak.count)} on ${formatDay(peak.date)}. Today isn't complete (UTC).`;
}
