import { defaultMetric, DEFAULT_LIST_PERIOD, type Metric, type Period, scoreColumnOf } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, MOMENTUM_ORDER, type OrderBy, orderings } from '#domain/catalog/orders';
import { entityOf, type Variant } from '#domain/catalog/variants';

/** Rows per block of the read model's orders. */
export const BLOCK_ROWS = 64;

/** The momentum orders have the keys from here on, one per score column; those of columns are small (`Ordering.key`). */
const FIRST_MOMENTUM_KEY = 100;

/** A resolved list order: the only way from a request's `order_by` into SQL. */
export interface ListOrder {
  readonly name: OrderBy;
  /** The SQL expression over `m` (metrics) and `s` (scores). */
  readonly expression: string;
  /** Its key in the read model. */
  readonly orderKey: number;
  /** The index of the score, for momentum; null if the expression does not need `s`. */
  readonly scoreColumn: number | null;
}

/** The order of a search; momentum defaults to the entity's first metric over 90 days. */
export function resolveListOrder(variant: Variant, name: OrderBy, metric?: Metric, period?: Period): ListOrder {
  // Equal matches are ordered by momentum.
  if (name === BEST_MATCH_ORDER) return { ...resolveListOrder(variant, MOMENTUM_ORDER), name };
  if (name === MOMENTUM_ORDER) {
    const entity = entityOf[variant];
    const scoreColumn = scoreColumnOf(entity, metric ?? defaultMetric[entity], period ?? DEFAULT_LIST_PERIOD);
    return { name, expression: `s.raw[${scoreColumn + 1}]`, orderKey: FIRST_MOMENTUM_KEY + scoreColumn, scoreColumn };
  }
  const ordering = orderings[variant].find(({ value }) => value === name);
  if (!ordering) throw new Error(`${variant} have no order ${name}`);
  return { name, expression: `m.${ordering.column}`, orderKey: ordering.key, scoreColumn: null };
}

/** The key in `catalog_stats.known` under which the rows with a value in this order are counted. */
export const knownCountKey = ({ name, scoreColumn }: ListOrder): string => (scoreColumn === null ? name : `momentum_${scoreColumn}`);
