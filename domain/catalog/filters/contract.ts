import { catalogSearch, filterShape, oneOf } from '#domain/catalog/contract';
import { type FilterKind, type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import { metricsOf } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, MOMENTUM_ORDER, orderings } from '#domain/catalog/orders';
import { entityTypes, variants } from '#domain/catalog/variants';

/** The query string of any of the three lists, for an endpoint that has the list in its path. */
export const anyCatalogSearch = catalogSearch('boards').extend({
  ...filterShape('pinners'),
  ...filterShape('pins'),
  order_by: oneOf([
    ...new Set([...variants.flatMap((variant) => orderings[variant].map(({ value }) => value)), MOMENTUM_ORDER, BEST_MATCH_ORDER]),
  ])
    .optional()
    .describe('As in the list, which allows some of these and has its own default.'),
  metric: oneOf([...new Set(entityTypes.flatMap((type) => metricsOf[type]))])
    .optional()
    .describe('As in the list, which allows some of these.'),
});

const filterNamesOf = (...kinds: readonly FilterKind[]): FilterName[] => [
  ...new Set(variants.flatMap((variant) => filtersOf(variant).flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : [])))),
];

/** The name of a filter by a number in a path. */
export const RangeFilterName = oneOf(filterNamesOf('range')).describe('A filter of the list by a number.');

/** The name of a filter by days or by having something in a path. */
export const ChoiceFilterName = oneOf(filterNamesOf('days', 'flag')).describe('A filter of the list by days or by having something.');
