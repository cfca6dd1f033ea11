import type { Metric, Period } from '#domain/catalog/metrics';
import type { OrderBy, Sort } from '#domain/catalog/variants';

/** One page of a list, as it is asked for. */
export interface CatalogSearch {
  /** Keywords, all of which must match; undefined lists everything. */
  readonly query?: string | undefined;
  readonly order_by: OrderBy;
  readonly sort: Sort;
  readonly per_page: number;
  readonly page: number;
  /** What momentum is of; only `order_by=momentum_score` reads it. */
  readonly metric?: Metric | undefined;
  /** What momentum is over; only `order_by=momentum_score` reads it. */
  readonly period?: Period | undefined;
  readonly use_momentum?: 'true' | 'false' | undefined;
}

/**
 * How the keywords found their rows: every word as it stands, the last word as a beginning, or the nearest known words
 * because nothing matched otherwise. A beginning stands for the most frequent words that begin so: five for one letter, fifteen for
 * two, fifty for more. Totals of very frequent words may be told up to a bound alone (`total_is_exact`), and pages go on after it.
 * `searched_for` are the words that were really looked for.
 */
export interface KeywordMatch {
  readonly how: 'whole' | 'beginning' | 'nearest';
  readonly searched_for: string;
}
