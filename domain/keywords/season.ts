import { DAY_MS } from '#domain/durations';
import type { Day } from '#domain/days';
import { roundHalfAway } from '#domain/numbers';

/** With fewer pins of known creation, months say nothing. */
const MIN_SEASON_PINS = 50;

export const MONTHS_PER_YEAR = 12;

/** The month of a day, 0 for January. */
export const monthOf = (day: Day): number => new Date(day * DAY_MS).getUTCMonth();

/** The shares of a keyword's pins by the month of their creation, January first; null with too few. */
export function seasonShares(pinsByMonth: readonly number[]): number[] | null {
  const total = pinsByMonth.reduce((sum, pins) => sum + pins, 0);
  return total < MIN_SEASON_PINS ? null : pinsByMonth.map((pins) => roundHalfAway(pins / total, 4));
}

/** A month is a peak from this share of the pins on: half as many again as in an even year. */
const MIN_PEAK_SHARE = 0.125;

/** Pins need this many months before a peak, to be found in it. */
const LEAD_MONTHS = 2;

/** The month of most pins from 1 for January, if there are enough pins and it stands out. */
export function peakMonth(pinsByMonth: readonly number[]): number | null {
  const shares = seasonShares(pinsByMonth);
  const season = shares && seasonPeak(shares);
  return season ? season.peak + 1 : null;
}

/** The month of most pins, and the one to publish from, 0 for January; null where no month stands out. */
export function seasonPeak(shares: readonly number[]): { readonly peak: number; readonly publishFrom: number } | null {
  const highest = Math.max(...shares);
  if (highest < MIN_PEAK_SHARE) return null;
  const peak = shares.indexOf(highest);
  return { peak, publishFrom: (peak + MONTHS_PER_YEAR - LEAD_MONTHS) % MONTHS_PER_YEAR };
}
