import type { EventDay } from '#domain/analytics/visitors/contract';
import { compactNumber } from '#domain/numbers';
import { formatDay, formatDayRange } from '../../ui/format';

/** Describes the events chart: the total and the peak day. The last day is today and not yet complete. */
export function eventSummary(days: readonly EventDay[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return 'No events.';
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const range = formatDayRange(first.date, last.date);
  if (total === 0) return `No events, ${range}.`;
  const peak = days.reduce((best, day) => (day.count > best.count ? day : best), first);
  return `${compactNumber(total)} events, ${range}. Peak: ${compactNumber(peak.count)} on ${formatDay(peak.date)}. Today isn't complete (UTC).`;
}
