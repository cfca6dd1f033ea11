import { metricsOf, periods } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, MOMENTUM_ORDER, orderings } from '#domain/catalog/orders';
import { entityOf, perVariant, type Variant } from '#domain/catalog/variants';
import { type ListOrder, resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { facetsOf, filterColumnsOf, JUMP_ARRAY } from '#server/catalog/read-model/filter-columns';

/** How posting lists are stored: rows as varints (`varints.ts`). */
const POSTING_FORMAT = 'varint rows';

/** The orders by a column of the list. */
export const columnListOrders = (variant: Variant): ListOrder[] => orderings[variant].map(({ value }) => resolveListOrder(variant, value));

/** The orders by the momentum of every metric over every period. */
export const momentumListOrders = (variant: Variant): ListOrder[] =>
  metricsOf[entityOf[variant]].flatMap((metric) => periods.map((period) => resolveListOrder(variant, MOMENTUM_ORDER, metric, period)));

/** The order of rows that match keywords equally well. */
export const equalMatchOrder = (variant: Variant): ListOrder => resolveListOrder(variant, BEST_MATCH_ORDER);

const describe = (variant: Variant): string =>
  [
    [...columnListOrders(variant), ...momentumListOrders(variant)].map(({ orderKey }) => orderKey),
    filterColumnsOf(variant).map(({ name }) => name),
    [...facetsOf(variant).keys()],
    [POSTING_FORMAT, JUMP_ARRAY],
  ]
    .map((parts) => parts.join(','))
    .join(' ');

/**
 * What a generation of a list's read model consists of: its orders, arrays, and facets, and the format of its posting lists. A
 * generation of another version of the server that consists of something else is not read, but built again.
 */
export const structureOf = perVariant(describe);
