import type { Day } from '#domain/days';

interface CommonFilter {
  /** The name in menus and messages. */
  readonly label: string;
  /** Explains the values in the API documentation, where label and kind do not. */
  readonly description?: string;
  /** Free without Premium: `true` with any value, a text with this value only. */
  readonly free?: true | string;
  /** The value in addresses that is no filter: what the website writes where the filter that a list has by default was removed. */
  readonly anyText?: string;
}

/** Numbers between two bounds, inclusive: `1000..50000`. An unknown number is in no range. */
export interface RangeFilter extends CommonFilter {
  readonly kind: 'range';
  /** The column of the metrics, or `momentum_score`: the score of the search's metric and period. */
  readonly reads: string;
  readonly decimals: 0 | 1;
  readonly min: number;
  readonly max: number;
}

/** Times of the last days: `30d`; or between two days, inclusive: `2025-01-01..`. An unknown time is on no day. */
export interface DaysFilter extends CommonFilter {
  readonly kind: 'days';
  /** The column with the time or the day. */
  readonly reads: string;
  /** Reads the last reading of the metric that the list is ordered by (see `lastReadingColumn`); `reads` is that of its main count. */
  readonly isOfOrder?: true;
  /** The numbers of days that can be chosen. */
  readonly windows: readonly number[];
  /** Whether days can be given as well. */
  readonly acceptsDays?: true;
}

/** Rows with at least one of some texts: `recipes,decor`. Case does not matter in ASCII letters. */
export interface SetFilter extends CommonFilter {
  readonly kind: 'set';
  /** The column, or `script`: the script of the title. */
  readonly reads: string;
  /** All values, if they are known. */
  readonly values?: readonly string[];
}

/** Rows that have something: `1`. */
export interface FlagFilter extends CommonFilter {
  readonly kind: 'flag';
  readonly has:
    // one of these texts
    | { readonly texts: readonly string[] }
    // or a gain, in a column of the metrics, with a known share of at most `max` in another one
    | { readonly gain: string; readonly share: string; readonly max: number };
}

/** Rows that belong to an entity, by its id. */
interface IdFilter extends CommonFilter {
  readonly kind: 'id';
  /** The column with the id. */
  readonly reads: string;
}

export type Filter = RangeFilter | DaysFilter | SetFilter | FlagFilter | IdFilter;
export type FilterKind = Filter['kind'];

/** Numbers from `min` to `max`; null is an open end. */
export interface NumberRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** The days from one to another; null is an open end. */
export interface DayRange {
  readonly from: Day | null;
  readonly to: Day | null;
}

/** The parsed values of each kind. */
export interface FilterValueOf {
  readonly range: NumberRange;
  readonly days: DayRange | { readonly withinDays: number };
  readonly set: readonly string[];
  readonly flag: true;
  readonly id: string;
}
export type FilterValue = FilterValueOf[FilterKind];
