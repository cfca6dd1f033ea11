import { flagBit } from '#domain/analytics/momentum-flags';
import type { ScoredSeries } from '#domain/analytics/momentum-series';

/** A step between neighbours that is large in a period of 30 days or more, as a logarithm. */
const LARGE_STEP = Math.log(1.2);
const PASSES = 4;
const LONGEST_OUTLIER = 2;

const DROPOUT = flagBit.zero_dropout;
const UNCONFIRMED_ZERO = flagBit.unconfirmed_zero;

function copyRange(known: ScoredSeries, from: number, to: number, kept: ScoredSeries): void {
  const { days, values, logs } = known;
  let length = kept.length;
  for (let place = from; place < to; place++, length++) {
    kept.days[length] = days[place]!;
    kept.values[length] = values[place]!;
    kept.logs[length] = logs[place]!;
  }
  kept.length = length;
}

/**
 * Copies the points `from` to `to` (exclusive) into `kept` without the zeros of failed crawls: those between two non-zero values, and
 * a last zero that no second day confirms. Answers the mask of what was found.
 */
export function keepSnapshots(known: ScoredSeries, from: number, to: number, kept: ScoredSeries): number {
  kept.reserve(to - from);
  const { values } = known;
  let first = from;
  while (first < to && values[first] === 0) first++;
  let last = to - 1;
  while (last >= first && values[last] === 0) last--;
  if (first > last) {
    copyRange(known, from, to, kept);
    return 0;
  }
  let flags = 0;
  let start = from;
  for (let place = first; place <= last; place++) {
    if (values[place] !== 0) continue;
    copyRange(known, start, place, kept);
    start = place + 1;
    flags |= DROPOUT;
  }
  const isUnconfirmed = to - 1 - last === 1;
  copyRange(known, start, isUnconfirmed ? to - 1 : to, kept);
  return isUnconfirmed ? flags | UNCONFIRMED_ZERO : flags;
}

let slopes = new Float64Array(512);

/** The element that a full sort of the first `length` slopes would put at `wanted`. */
function select(length: number, wanted: number): number {
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
    if (wanted <= right) to = right;
    else if (wanted >= left) from = left;
    else break;
  }
  return slopes[wanted]!;
}

/** The slope the series has anyway: the lesser of the lower median of its daily slopes and its slope from end to end. */
function typicalSlope({ days, logs, length }: ScoredSeries): number {
  if (slopes.length < length) slopes = new Float64Array(length * 2);
  for (let place = 1; place < length; place++) {
    slopes[place - 1] = Math.abs(logs[place]! - logs[place - 1]!) / (days[place]! - days[place - 1]!);
  }
  const overall = Math.abs(logs[length - 1]! - logs[0]!) / (days[length - 1]! - days[0]!);
  return Math.min(select(length - 1, (length - 2) >> 1), overall);
}

function hasStepOver({ logs, length }: ScoredSeries, size: number): boolean {
  for (let place = 1; place < length; place++) if (Math.abs(logs[place]! - logs[place - 1]!) > size) return true;
  return false;
}

/** Removes one run of points between large steps that a failed crawl explains; answers its flag, 0 when there is none. */
function removeRun(kept: ScoredSeries, floor: number): number {
  const { days, logs, length } = kept;
  const slope = 3 * typicalSlope(kept);
  const isLarge = (one: number, other: number): boolean =>
    Math.abs(logs[other]! - logs[one]!) > Math.max(floor, slope * (days[other]! - days[one]!));
  let run = 0;
  let second = 0;
  for (let place = 1; place < length; place++) {
    if (!isLarge(place - 1, place)) continue;
    if (run === 0) second = place;
    else if (place - run <= LONGEST_OUTLIER && !isLarge(run - 1, place)) {
      kept.remove(run, place - run);
      return flagBit.outlier;
    }
    run = place;
  }
  if (run > 0 && run === length - 1) {
    kept.remove(run, 1);
    return flagBit.unconfirmed_jump;
  }
  if (second !== 1) return 0;
  kept.remove(0, 1);
  return flagBit.unconfirmed_start;
}

/**
 * The run rule: up to four runs of one or two points that stand off by a large step are removed, inner ones first, then a lone last
 * point, then a lone first one. Real steps stay because a second day confirms them, steady growth because the limit grows with its slope.
 */
export function removeOutliers(kept: ScoredSeries, periodDays: number): number {
  const floor = LARGE_STEP * Math.min(1, periodDays / 30);
  let flags = 0;
  for (let pass = 0; pass < PASSES && kept.length >= 3 && hasStepOver(kept, floor); pass++) {
    const removed = removeRun(kept, floor);
    if (removed === 0) break;
    flags |= removed;
  }
  return flags;
}
