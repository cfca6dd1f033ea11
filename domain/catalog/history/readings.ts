import type { ImportPoint } from '#domain/catalog/import/import-row';
import { mergePoints } from '#domain/catalog/import/points';
import type { Metric } from '#domain/catalog/metrics';
import { type Day, MINUTES_PER_DAY, type Month, monthOfDay, dayLabel, dayOf } from '#domain/days';
import { DAY_MS } from '#domain/durations';

/** The counts of an entity as they were read at one time of a day. */
export interface Reading {
  /** Minutes since 1970; 00:00 UTC of its day if the time of day is unknown. */
  readonly at: number;
  /** The import that brought it; 0 if that is unknown. */
  readonly importId: number;
  /** One value per count of the entity, in the order of `countsOf`; null if it was not counted. */
  readonly counts: readonly (number | null)[];
}

/** Readings as lists of the same length. */
export interface Series {
  /** Minutes since 1970, ascending, one per UTC day. */
  readonly at: readonly number[];
  /** One value per reading for each count of the entity; null where it was not counted. */
  readonly counts: Readonly<Partial<Record<Metric, readonly (number | null)[]>>>;
}

/** Readings of a finished month that arrive later than this many days after its end rewrite the sealed month. */
const DAYS_UNTIL_SEALING = 3;

/** The first day of the oldest month that is not sealed as of a day. Readings before it are kept by month, later ones one by one. */
export const firstOpenDay = (today: Day): Day => monthOfDay(today - DAYS_UNTIL_SEALING).from;

export const dayOfReading = ({ at }: Pick<Reading, 'at'>): Day => Math.floor(at / MINUTES_PER_DAY);

const isSame = (one: Pick<Reading, 'at' | 'counts'>, other: Pick<Reading, 'at' | 'counts'>): boolean =>
  one.at === other.at && one.counts.every((value, index) => value === other.counts[index]);

/**
 * Merges the points of an import into stored readings, both oldest first with one per day, by the rule of `mergePoints`. A reading that the
 * import does not change stays that of the import that brought it, as the same object.
 */
export function mergeReadings(stored: readonly Reading[], points: readonly ImportPoint[], importId: number): Reading[] {
  if (stored.length === 0) return points.map(({ at, counts }) => ({ at, importId, counts }));
  const byDay = new Map(stored.map((reading) => [dayOfReading(reading), reading]));
  for (const point of points) {
    const day = dayOfReading(point);
    const known = byDay.get(day);
    const merged = known ? mergePoints({ ...known, timed: true }, point) : point;
    if (!known || !isSame(known, merged)) byDay.set(day, { at: merged.at, importId, counts: merged.counts });
  }
  return [...byDay.values()].sort((one, other) => one.at - other.at);
}

/** The readings of a month. */
interface MonthOfReadings {
  readonly month: Month;
  readonly readings: Reading[];
}

/** Groups readings, oldest first, by month. */
export function readingsByMonth(readings: readonly Reading[]): MonthOfReadings[] {
  const months: MonthOfReadings[] = [];
  for (const reading of readings) {
    const day = dayOfReading(reading);
    const last = months.at(-1);
    if (last && day < last.month.to) last.readings.push(reading);
    else months.push({ month: monthOfDay(day), readings: [reading] });
  }
  return months;
}

/** The newest known value of each count; null where no reading has one. */
export function newestCounts(readings: readonly Reading[], countCount: number): (number | null)[] {
  return Array.from(
    { length: countCount },
    (_, index) => readings.findLast(({ counts }) => typeof counts[index] === 'number')?.counts[index] ?? null,
  );
}

/** Numbers that were read within this many days count as fresh. */
const FRESH_DAYS = 7;

/** The day (UTC) of a list's newest reading, if that is old enough to tell readers; null while its numbers are fresh, or none were read. */
export const oldNumbersDay = (newestReadingAt: Date | null, now: Date): string | null =>
  newestReadingAt !== null && now.getTime() - newestReadingAt.getTime() > FRESH_DAYS * DAY_MS ? dayLabel(dayOf(newestReadingAt)) : null;
