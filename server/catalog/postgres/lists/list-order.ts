import { defaultMetric, metricsOf, periods, scoreColumnOf, type Metric, type Period, DEFAULT_LIST_PERIOD } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, MOMENTUM_ORDER, type OrderBy, type Ordering, orderings } from '#domain/catalog/orders';
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

const columnListOrder = (name: OrderBy, orderKey: number, column: string): ListOrder => ({
  name,
  expression: `m.${column}`,
  orderKey,
  scoreColumn: null,
});

function momentumListOrder(variant: Variant, metric: Metric, period: Period): ListOrder {
  const entity = entityOf[variant];
  const scoreColumn = scoreColumnOf(entity, metric, period);
  return {
    name: MOMENTUM_ORDER,
    expression: `s.raw[${scoreColumn + 1}]`,
    orderKey: FIRST_MOMENTUM_KEY + scoreColumn,
    scoreColumn,
  };
}

/** The order of a search; momentum defaults to the entity's first metric over 90 days. */
export function resolveListOrder(variant: Variant, name: OrderBy, metric?: Metric, period?: Period): ListOrder {
  if (name === MOMENTUM_ORDER) return momentumListOrder(variant, metric ?? defaultMetric[entityOf[variant]], period ?? DEFAULT_LIST_PERIOD);
  // Equal matches are ordered by momentum.
  if (name === BEST_MATCH_ORDER) return { ...resolveListOrder(variant, MOMENTUM_ORDER), name };
  const ordering = orderings[variant].find(({ value }) => value === name);
  if (!ordering) throw new Error(`${variant} have no order ${name}`);
  return columnListOrder(name, ordering.key, ordering.column);
}

/** The orders by a column of the list. */
export const columnListOrders = (variant: Variant): ListOrder[] =>
  (orderings[variant] as readonly Ordering<OrderBy>[]).map(({ value, key, column }) => columnListOrder(value, key, column));

/** The orders by the momentum of every metric over every period. */
export const momentumListOrders = (variant: Variant): ListOrder[] =>
  metricsOf[entityOf[variant]].flatMap((metric) => periods.map((period) => momentumListOrder(variant, metric, period)));

/** The order of the ranks in posting lists, which is also that of rows that match keywords equally well. */
export const postingOrder = (variant: Variant): ListOrder => resolveListOrder(variant, BEST_MATCH_ORDER);

/** The key in `catalog_stats.known` under which the rows with a value in this order are counted. */
export const knownCountKey = ({ name, scoreColumn }: ListOrder): string => (scoreColumn === null ? name : `momentum_${scoreColumn}`);
