/**
 * A series to be scored: ascending days (one value per UTC day), values, and the logarithms that the score is computed from. The arrays are
 * reused for every series, so that scoring a million of them produces no garbage; only the first `length` elements count.
 */
export class ScoredSeries {
  days = new Int32Array(512);
  values = new Float64Array(512);
  logs = new Float64Array(512);
  length = 0;

  /** Empties the series and makes room for `size` points. */
  reserve(size: number): void {
    this.length = 0;
    if (size <= this.days.length) return;
    this.days = new Int32Array(size * 2);
    this.values = new Float64Array(size * 2);
    this.logs = new Float64Array(size * 2);
  }

  remove(from: number, count: number): void {
    this.days.copyWithin(from, from + count, this.length);
    this.values.copyWithin(from, from + count, this.length);
    this.logs.copyWithin(from, from + count, this.length);
    this.length -= count;
  }
}

/** Plausible days; snapshots outside them are invalid. */
const MIN_DAY = -1e6;
const MAX_DAY = 1e8;

const isSnapshot = (instant: number | undefined, count: number | null | undefined): boolean =>
  typeof instant === 'number' &&
  instant > MIN_DAY &&
  instant < MAX_DAY &&
  typeof count === 'number' &&
  count >= 0 &&
  count < Number.POSITIVE_INFINITY;

/** Appends a snapshot that is not older than the last one. Within a UTC day the later one wins; at the same instant the larger one. */
function appendSnapshot(series: ScoredSeries, instant: number, count: number, isSameInstant: boolean): void {
  const day = Math.floor(instant);
  const last = series.length - 1;
  if (last < 0 || series.days[last] !== day) {
    series.days[series.length] = day;
    series.values[series.length] = count;
    series.length++;
  } else if (!isSameInstant || count > (series.values[last] ?? 0)) {
    series.values[last] = count;
  }
}

function loadSorted(series: ScoredSeries, days: ArrayLike<number>, counts: ArrayLike<number | null>, length: number): boolean {
  let previousInstant = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < length; index++) {
    const instant = days[index];
    const count = counts[index];
    if (!isSnapshot(instant, count)) continue;
    if (instant! < previousInstant) return false;
    appendSnapshot(series, instant!, count!, instant === previousInstant);
    previousInstant = instant!;
  }
  return true;
}

function loadUnsorted(series: ScoredSeries, days: ArrayLike<number>, counts: ArrayLike<number | null>, length: number): void {
  const snapshots: [number, number][] = [];
  for (let index = 0; index < length; index++) {
    if (isSnapshot(days[index], counts[index])) snapshots.push([days[index]!, counts[index]!]);
  }
  snapshots.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  series.length = 0;
  for (const [instant, count] of snapshots) appendSnapshot(series, instant, count, false);
}

/**
 * Loads snapshots in any order into `series`: times in days since 1970 (a fraction is the time of day) with their counts. Unknown, negative
 * and infinite counts are skipped. `prior` is added to each count before the logarithm (see `priors`).
 */
export function fillSeries(
  series: ScoredSeries,
  days: ArrayLike<number>,
  counts: ArrayLike<number | null>,
  length: number,
  prior: number,
): void {
  series.reserve(length);
  if (!loadSorted(series, days, counts, length)) loadUnsorted(series, days, counts, length);
  const { values, logs } = series;
  for (let index = 0; index < series.length; index++) logs[index] = Math.log(values[index]! + prior);
}

/** The index of the first point on or after a day. */
export function indexOfDay(series: ScoredSeries, day: number): number {
  let low = 0;
  let high = series.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (series.days[middle]! < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
