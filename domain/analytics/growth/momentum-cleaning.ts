import { flagBit } from '#domain/analytics/growth/momentum-flags';
import type { ScoredSeries } from '#domain/analytics/growth/momentum-series';

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
