import { metricsOf, periods } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, MOMENTUM_ORDER, orderings } from '#domain/catalog/orders';
import { entityOf, perVariant, type Variant } from '#domain/catalog/variants';
import { type ListOrder, resolveListOrder } from '#server/catalog/postgres/lists/list-order';
import { facetsOf, filterColumnsOf } from '#server/catalog/read-model/filter-columns';

/** How posting lists are stored (`varints.ts`). */
const POSTING_FORMAT = 'varint';

/** The orders by a column of the list. */
export const columnListOrders = (variant: Variant): ListOrder[] => orderings[variant].map(({ value }) => resolveListOrder(variant, value));

/** The orders by the momentum of every metric over every period. */
export const momentumListOrders = (variant: Variant): ListOrder[] =>
  metricsOf[entityOf[variant]].flatMap((metric) => periods.map((period) => resolveListOrder(variant, MOMENTUM_ORDER, metric, period)));

/** The order of the ranks in posting lists, which is also that of rows that match keywords equally well. */
export const postingOrder = (variant: Variant): ListOrder => resolveListOrder(variant, BEST_MATCH_ORDER);

const describe = (variant: Variant): string =>
  [
    [...columnListOrders(variant), ...momentumListOrders(variant)].map(({ orderKey }) => orderKey),
    filterColumnsOf(variant).map(({ name }) => name),
    facetsOf(variant),
    [postingOrder(variant).orderKey, POSTING_FORMAT],
  ]
    .map((parts) => parts.join(','))
    .join(' ');

/**
 * What a generation of a list's read model consists of: its orders, arrays, and facets, and the order and format of its posting lists. A
 * generation of another version of the server that consists of something else is not read, but built again.
 */
export const structureOf = perVariant(describe);
