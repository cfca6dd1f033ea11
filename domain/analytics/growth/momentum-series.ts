import { flagBit } from '#domain/analytics/growth/momentum-flags';

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

/** The logarithm of a step between neighbors that counts as large in periods of 30 days or more. */
const LARGE_LOG_STEP = Math.log(1.2);
const MAX_OUTLIER_PASSES = 4;
const MAX_OUTLIER_POINTS = 2;

function copyRange(source: ScoredSeries, from: number, to: number, target: ScoredSeries): void {
  const { days, values, logs } = source;
  let length = target.length;
  for (let index = from; index < to; index++, length++) {
    target.days[length] = days[index]!;
    target.values[length] = values[index]!;
    target.logs[length] = logs[index]!;
  }
  target.length = length;
}

/**
 * Copies the points `from` to `to` (exclusive) into `target` without the zeros of failed crawls: those between two non-zero values, and a
 * last zero that no second day confirms. Returns the mask of flags.
 */
export function removeZeroDropouts(source: ScoredSeries, from: number, to: number, target: ScoredSeries): number {
  target.reserve(to - from);
  const { values } = source;
  let first = from;
  while (first < to && values[first] === 0) first++;
  let last = to - 1;
  while (last >= first && values[last] === 0) last--;
  if (first > last) {
    copyRange(source, from, to, target);
    return 0;
  }
  let flags = 0;
  let start = from;
  for (let index = first; index <= last; index++) {
    if (values[index] !== 0) continue;
    copyRange(source, start, index, target);
    start = index + 1;
    flags |= flagBit.zero_dropout;
  }
  const isUnconfirmed = to - 1 - last === 1;
  copyRange(source, start, isUnconfirmed ? to - 1 : to, target);
  return isUnconfirmed ? flags | flagBit.unconfirmed_zero : flags;
}

let slopes = new Float64Array(512);

/** Returns the element that sorting the first `length` slopes would put at `targetIndex`. */
function quickselect(length: number, targetIndex: number): number {
  let from = 0;
  let to = length - 1;
  while (from < to) {
    const pivot = slopes[(from + to) >>> 1]!;
    let left = from;
    let right = to;
    while (left <= right) {
      while (slopes[left]! < pivot) left++;
      while (slopes[right]! > pivot) right--;
      if (left > right) break;
      const swapped = slopes[left]!;
      slopes[left++] = slopes[right]!;
      slopes[right--] = swapped;
    }
    if (targetIndex <= right) to = right;
    else if (targetIndex >= left) from = left;
    else break;
  }
  return slopes[targetIndex]!;
}

/** The usual slope of a series: the lower median of its daily slopes, or its slope from end to end if that is less. */
function typicalSlope({ days, logs, length }: ScoredSeries): number {
  if (slopes.length < length) slopes = new Float64Array(length * 2);
  for (let index = 1; index < length; index++) {
    slopes[index - 1] = Math.abs(logs[index]! - logs[index - 1]!) / (days[index]! - days[index - 1]!);
  }
  const overall = Math.abs(logs[length - 1]! - logs[0]!) / (days[length - 1]! - days[0]!);
  return Math.min(quickselect(length - 1, (length - 2) >> 1), overall);
}

function hasStepOver({ logs, length }: ScoredSeries, size: number): boolean {
  for (let index = 1; index < length; index++) if (Math.abs(logs[index]! - logs[index - 1]!) > size) return true;
  return false;
}

/** Removes one run of points that looks like a failed crawl; returns its flag, 0 when there is none. */
function removeOutlierRun(series: ScoredSeries, floor: number): number {
  const { days, logs, length } = series;
  const slope = 3 * typicalSlope(series);
  const isLarge = (a: number, b: number): boolean => Math.abs(logs[b]! - logs[a]!) > Math.max(floor, slope * (days[b]! - days[a]!));
  let runStart = 0;
  let secondPointIndex = 0;
  for (let index = 1; index < length; index++) {
    if (!isLarge(index - 1, index)) continue;
    if (runStart === 0) secondPointIndex = index;
    else if (index - runStart <= MAX_OUTLIER_POINTS && !isLarge(runStart - 1, index)) {
      series.remove(runStart, index - runStart);
      return flagBit.outlier;
    }
    runStart = index;
  }
  if (runStart > 0 && runStart === length - 1) {
    series.remove(runStart, 1);
    return flagBit.unconfirmed_jump;
  }
  if (secondPointIndex !== 1) return 0;
  series.remove(0, 1);
  return flagBit.unconfirmed_start;
}

/**
 * Removes up to four runs of one or two points that differ from both neighbors by a large step: inner runs first, then a lone last point,
 * then a lone first one. Real steps stay, because a second day confirms them; so does steady growth, because the limit grows with its slope.
 */
export function removeOutliers(series: ScoredSeries, periodDays: number): number {
  const floor = LARGE_LOG_STEP * Math.min(1, periodDays / 30);
  let flags = 0;
  for (let pass = 0; pass < MAX_OUTLIER_PASSES && series.length >= 3 && hasStepOver(series, floor); pass++) {
    const removed = removeOutlierRun(series, floor);
    if (removed === 0) break;
    flags |= removed;
  }
  return flags;
}
