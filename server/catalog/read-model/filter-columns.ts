import { filtersOf } from '#domain/catalog/filters/filters';
import type { Filter, FlagFilter, SetFilter } from '#domain/catalog/filters/filter-kinds';
import { type AppliedFilter, toDayRange } from '#domain/catalog/filters/applied-filters';
import { scriptCodeOf } from '#domain/catalog/filters/scripts';
import { type Column, columns } from '#domain/catalog/columns';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { entityOf, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { DAY_MS, SECOND_MS } from '#domain/durations';

/**
 * How the read model stores what filters read: numbers as arrays of 32-bit integers in order of `_id` (counts as they are, percentages in
 * tenths, times in days, flags as 1 and 0), and texts as facets, the rows by text.
 */

/** The stored value for an unknown one, below every bound of a filter. */
const UNKNOWN_VALUE = -0x80000000;
const [MIN_VALUE, MAX_VALUE] = [UNKNOWN_VALUE + 1, 0x7fffffff];

const TENTHS_PER_POINT = 10;
const MAX_SCORE_TENTHS = 100 * TENTHS_PER_POINT;
const DAY_SECONDS = DAY_MS / SECOND_MS;

const clamp = (value: number): number => Math.min(MAX_VALUE, Math.max(MIN_VALUE, value));

/** The name of the array with 1 for each row whose gain is "One jump", which home lists leave out. */
export const JUMP_ARRAY = 'jump';

/** The name of the array with the row at each rank of an order. */
export const rankArrayName = (orderKey: number): string => `rank_${orderKey}`;

/** The name of the array with the number of rows from each momentum score on, in tenths. */
export const scoreArrayName = (scoreColumn: number): string => `momentum_${scoreColumn}`;

/** A number of each row that filters read. */
export interface FilterColumn {
  /** The name of its array. */
  readonly name: string;
  readonly filter: Extract<Filter, { readonly kind: 'range' | 'days' | 'flag' }>;
  /** Converts a known value: a number, a time in seconds, or 1 and 0 for a flag. */
  readonly toStored: (value: number) => number;
}

/** The facet of the scripts of titles. */
export const SCRIPT_FACET = 'script';

/** The text of a facet that a flag reads. */
export const FLAG_TEXT = '1';

const isOfTexts = ({ has }: FlagFilter): boolean => 'texts' in has;

/** The numbers of each row that the filters of a list read, except momentum scores. */
export const filterColumnsOf = (variant: Variant): FilterColumn[] =>
  filtersOf(variant).flatMap(([name, filter]): FilterColumn[] => {
    if (filter.kind === 'days' && filter.isOfOrder)
      return lastReadingColumns(variant).map((reads) => ({ name: reads, filter, toStored: (day) => day }));
    if (filter.kind === 'days') return [{ name: filter.reads, filter, toStored: (seconds) => Math.floor(seconds / DAY_SECONDS) }];
    if (filter.kind === 'flag') return isOfTexts(filter) ? [] : [{ name, filter, toStored: (value) => value }];
    if (filter.kind !== 'range' || filter.reads === MOMENTUM_ORDER) return [];
    return [{ name: filter.reads, filter, toStored: (value) => toUnits(value, filter.decimals) }];
  });

/** The days of the last readings of each metric. */
const lastReadingColumns = (variant: Variant): string[] =>
  Object.entries<Column>(columns[entityOf[variant]]).flatMap(([name, { readOf }]) => (readOf ? [name] : []));

const toUnits = (value: number, decimals: 0 | 1): number => Math.round(decimals === 0 ? value : value * TENTHS_PER_POINT);

/** Returns the array of a column. NaN is unknown. */
export function toFilterArray({ toStored }: FilterColumn, values: Float64Array): Int32Array {
  const stored = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    stored[row] = Number.isNaN(value) ? UNKNOWN_VALUE : clamp(toStored(value));
  }
  return stored;
}

/**
 * The rows of a list by their momentum score in tenths: for each score, how many rows have it or more. Scores never rise from one rank to the
 * next, so that the rows of a range of scores are those of a range of ranks.
 */
export class ScoreCounts {
  readonly #rows = new Int32Array(MAX_SCORE_TENTHS + 1);

  add(score: number): void {
    this.#rows[Math.round(score * TENTHS_PER_POINT)]! += 1;
  }

  toArray(): Int32Array {
    const counts = Int32Array.from(this.#rows);
    for (let tenths = MAX_SCORE_TENTHS - 1; tenths >= 0; tenths--) counts[tenths]! += counts[tenths + 1]!;
    return counts;
  }
}

const latinCode = scriptCodeOf('a');
const decoder = new TextDecoder();

/** The script of a text in UTF-8, as its index in `scriptNames`; negative if it is in none of these scripts. */
export function scriptOfBytes(bytes: Uint8Array): number {
  for (let offset = 0; offset < bytes.length; offset++) {
    const byte = bytes[offset]!;
    if (byte >= 0x80) return scriptCodeOf(decoder.decode(bytes.subarray(offset)));
    const lowerCase = byte | 0x20;
    if (lowerCase >= 0x61 && lowerCase <= 0x7a) return latinCode;
  }
  return -1;
}

/** The rows that match a filter, in terms of the stored arrays. */
type FilterRows =
  /** Rows with a value in one of the ranges, inclusive. */
  | { readonly array: string; readonly ranges: readonly (readonly [number, number])[] }
  /** Rows with a momentum score in a range, in tenths. */
  | { readonly minTenths: number; readonly maxTenths: number }
  /** Rows with one of these texts in a column. */
  | { readonly facet: string; readonly texts: readonly string[] };

/** Returns what a filter looks for in the stored arrays; null for a filter that has none, because an index of the tables serves it. */
export function filterRowsOf({ kind, name, filter, value }: AppliedFilter, today: Day): FilterRows | null {
  const stored = (bound: number | null, open: number): number => (bound === null ? open : clamp(bound));
  if (kind === 'range') {
    const inUnits = (bound: number | null) => (bound === null ? null : toUnits(bound, filter.decimals));
    const [min, max] = [inUnits(value.min), inUnits(value.max)];
    if (filter.reads === MOMENTUM_ORDER) return { minTenths: min ?? 0, maxTenths: max ?? MAX_SCORE_TENTHS };
    return { array: filter.reads, ranges: [[stored(min, MIN_VALUE), stored(max, MAX_VALUE)]] };
  }
  if (kind === 'days') {
    const { from, to } = toDayRange(value, today);
    return { array: filter.reads, ranges: [[stored(from, MIN_VALUE), stored(to, MAX_VALUE)]] };
  }
  if (kind === 'flag') return isOfTexts(filter) ? { facet: name, texts: [FLAG_TEXT] } : { array: name, ranges: [[1, 1]] };
  return kind === 'id' ? null : { facet: filter.reads, texts: value };
}

/** The facets of a list, by name: the texts that a set filter looks for, or whether a row has the texts of a flag. */
export const facetsOf = (variant: Variant): ReadonlyMap<string, SetFilter | FlagFilter> =>
  new Map(
    filtersOf(variant).flatMap(([name, filter]): [string, SetFilter | FlagFilter][] => {
      if (filter.kind === 'set') return [[filter.reads, filter]];
      return filter.kind === 'flag' && isOfTexts(filter) ? [[name, filter]] : [];
    }),
  );
