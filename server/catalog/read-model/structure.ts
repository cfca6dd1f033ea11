import type { Variant } from '#domain/catalog/variants';
import { columnListOrders, momentumListOrders, postingOrder } from '#server/catalog/postgres/lists/list-order';
import { filterColumnsOf, facetsOf } from '#server/catalog/read-model/filter-columns';

/** How posting lists are stored (`varints.ts`). */
const POSTING_FORMAT = 'varint';

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
export const structureOf = { boards: describe('boards'), pinners: describe('pinners'), pins: describe('pins') } as const satisfies Record<
  Variant,
  string
>;
