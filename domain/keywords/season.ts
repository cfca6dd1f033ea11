import { DAY_MS } from '#domain/durations';
import type { Day } from '#domain/days';
import { roundHalfAway } from '#domain/numbers';

/** With fewer pins of known creation, months say nothing. */
export const MIN_SEASON_PINS = 50;

/** The share of its pins whose creation must be known before a keyword says when they were created. */
const MIN_DATED_SHARE = 0.5;

export const MONTHS_PER_YEAR = 12;

/** The month of a day, 0 for January. */
export const monthOf = (day: Day): number => new Date(day * DAY_MS).getUTCMonth();

/** Whether enough pins are dated to speak for all pins of a keyword. */
export const isMostlyDated = (dated: number, pins: number): boolean => dated > 0 && dated >= MIN_DATED_SHARE * pins;

/** The pins of a keyword: all, and those of known creation by its month, January first. */
interface PinMonths {
  readonly pins: number;
  readonly pinsByMonth: readonly number[];
}

function countDated({ pins, pinsByMonth }: PinMonths): number | null {
  const dated = pinsByMonth.reduce((sum, created) => sum + created, 0);
  return dated >= MIN_SEASON_PINS && isMostlyDated(dated, pins) ? dated : null;
}

/** The shares of a keyword's dated pins by the month of their creation, January first; null where too few are dated. */
export function seasonShares(months: PinMonths): number[] | null {
  const dated = countDated(months);
  return dated === null ? null : months.pinsByMonth.map((pins) => roundHalfAway(pins / dated, 4));
}

/** A month is a peak from this share of the pins on: half as many again as in an even year. */
export const MIN_PEAK_SHARE = 0.125;

/** How far a peak lies above an even year, in standard deviations: by chance alone, some month is always the highest. */
export const MIN_PEAK_DEVIATIONS = 3;

/** Pins need this many months before a peak, to be found in it. */
const LEAD_MONTHS = 2;

/** The month of most pins, 1 for January; null where too few are dated, or none stands out. */
export function highestMonth(months: PinMonths): number | null {
  const dated = countDated(months);
  if (dated === null) return null;
  const even = dated / MONTHS_PER_YEAR;
  const deviation = Math.sqrt(even * (1 - 1 / MONTHS_PER_YEAR));
  const highest = Math.max(...months.pinsByMonth);
  const standsOut = highest >= MIN_PEAK_SHARE * dated && highest >= even + MIN_PEAK_DEVIATIONS * deviation;
  return standsOut ? months.pinsByMonth.indexOf(highest) + 1 : null;
}

/** The month to publish from, so that pins are found in a peak; both are 1 for January. */
export const publishFromMonth = (peak: number): number => ((peak + MONTHS_PER_YEAR - LEAD_MONTHS - 1) % MONTHS_PER_YEAR) + 1;

/** Whether pins that are published in a month, 0 for January, are found in the peak of a keyword, 1 for January: from two months before. Without a peak, always. */
export const isInSeason = (peak: number | null, month: number): boolean =>
  peak === null || (month + 1 - publishFromMonth(peak) + MONTHS_PER_YEAR) % MONTHS_PER_YEAR <= LEAD_MONTHS;
