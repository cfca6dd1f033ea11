import { DAY_MS } from '#domain/durations';
import type { Day } from '#domain/days';
import { roundHalfAway } from '#domain/numbers';

/** With fewer pins of known creation, months say nothing. */
export const MIN_SEASON_PINS = 50;

export const MONTHS_PER_YEAR = 12;

/** The month of a day, 0 for January. */
export const monthOf = (day: Day): number => new Date(day * DAY_MS).getUTCMonth();

/** The shares of a keyword's pins by the month of their creation, January first; null with too few. */
export function seasonShares(pinsByMonth: readonly number[]): number[] | null {
  const total = pinsByMonth.reduce((sum, pins) => sum + pins, 0);
  return total < MIN_SEASON_PINS ? null : pinsByMonth.map((pins) => roundHalfAway(pins / total, 4));
}
