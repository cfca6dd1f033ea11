import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Plot } from '../plot';

const LABEL_HEIGHT_PX = 16;
/** The room for the values of the axis, for the days, and above the lines. */
const LEFT_PX = 52;
const BOTTOM_PX = 26;
const TOP_PX = 12;
const MAX_TICKS = 5;
/** A tick is one, two, or five times a power of ten. */
const TICK_FACTORS = [1, 2, 5, 10] as const;

/** Round values from the lowest to the highest value or a bit beyond, at most about five. */
export function axisTicks(minValue: number, maxValue: number): readonly number[] {
  const range = Math.max(1, maxValue - minValue);
  const power = 10 ** Math.floor(Math.log10(range / MAX_TICKS));
  const step = Math.max(1, power * (TICK_FACTORS.find((factor) => power * factor * MAX_TICKS >= range) ?? 10));
  const first = Math.floor(minValue / step);
  const count = Math.ceil(maxValue / step) - first;
  return Array.from({ length: Math.max(1, count) + 1 }, (_, index) => (first + index) * step);
}

/** Where the lines of a chart are drawn; the ends of the axis are ticks. */
export function plotOf(lines: readonly (readonly DayPoint[])[], widthPx: number, heightPx: number, labelWidthPx: number): Plot {
  const points = lines.flat();
  const [days, values] = [points.map(({ day }) => day), points.map(({ value }) => value)];
  const ticks = axisTicks(Math.min(...values), Math.max(...values));
  return {
    leftPx: LEFT_PX,
    topPx: TOP_PX,
    widthPx: Math.max(1, widthPx - LEFT_PX - labelWidthPx),
    heightPx: heightPx - TOP_PX - BOTTOM_PX,
    firstDay: Math.min(...days),
    lastDay: Math.max(...days),
    minValue: ticks[0] ?? 0,
    maxValue: ticks.at(-1) ?? 1,
  };
}

/** Moves labels apart that would overlap, downward in their order, and then up from the bottom. */
export function spreadLabels(places: readonly number[], bottomPx: number): readonly number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const spread = [...places];
  let free = -Infinity;
  for (const index of order) {
    spread[index] = Math.max(spread[index] ?? 0, free);
    free = (spread[index] ?? 0) + LABEL_HEIGHT_PX;
  }
  let limit = bottomPx;
  for (const index of order.toReversed()) {
    spread[index] = Math.min(spread[index] ?? 0, limit);
    limit = (spread[index] ?? 0) - LABEL_HEIGHT_PX;
  }
  return spread;
}

/** Short names that differ: those that would be alike end with their number. */
export function shortNames(names: readonly string[], maxCharacters: number): readonly string[] {
  const short = names.map((name) => shortName(name, maxCharacters));
  const isShared = (name: string) => short.filter((other) => other === name).length > 1;
  return short.map((one, index) => (isShared(one) ? `${shortName(names[index] ?? '', maxCharacters - 2)} ${index + 1}` : one));
}

/** A name of at most this many characters; wide scripts count twice. */
export function shortName(name: string, maxCharacters: number): string {
  let width = 0;
  let short = '';
  for (const character of name) {
    width += (character.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
    if (width > maxCharacters) return `${short.trimEnd()}…`;
    short += character;
  }
  return short;
}
