import type { PeriodSummary } from '#domain/analytics/visitors/site-analytics';
import { roundHalfAway } from '#domain/numbers';

/** The period before, as the specification makes it up where no data reach back that far. */
const estimatePreviousPeriod = ({ total_events, unique_visitors, registered_users }: PeriodSummary): PeriodSummary => ({
  total_events: roundHalfAway(total_events * 0.85, 0),
  unique_visitors: roundHalfAway(unique_visitors * 0.85, 0),
  registered_users: roundHalfAway(registered_users * 0.9, 0),
});

/**
 * The same number of days before a period. `before` is what was counted then, real when our first event (`firstDay`) lies on or before
 * the first day of that period (`start`); else 85 %, 85 % and 90 % of the present figures, marked as estimated.
 */
export function previousPeriod(
  current: PeriodSummary,
  before: PeriodSummary,
  firstDay: number | null,
  start: number,
): PeriodSummary & { readonly estimated: boolean } {
  const isReal = firstDay !== null && firstDay <= start;
  return isReal ? { ...before, estimated: false } : { ...estimatePreviousPeriod(current), estimated: true };
}
