import type { PeriodSummary } from '#domain/analytics/visitors/contract';
import { roundHalfAway } from '#domain/numbers';

/** The estimate that the specification defines for when our data does not reach back that far. */
const estimatePreviousPeriod = ({ total_events, unique_visitors, registered_users }: PeriodSummary): PeriodSummary => ({
  total_events: roundHalfAway(total_events * 0.85, 0),
  unique_visitors: roundHalfAway(unique_visitors * 0.85, 0),
  registered_users: roundHalfAway(registered_users * 0.9, 0),
});

/** Whether everything since the day `start` was counted: our first event is not after it. */
export const isCountedSince = (firstDay: number | null, start: number): boolean => firstDay !== null && firstDay <= start;

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
