import { z } from 'zod';
import { catalogSearch, filterShape, oneOf } from '#domain/catalog/contract';
import { type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import type { FilterKind } from '#domain/catalog/filters/filter-kinds';
import { MAX_HISTOGRAM_BINS } from '#domain/catalog/filters/histogram';
import { metricsOf } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, MOMENTUM_ORDER, orderings } from '#domain/catalog/orders';
import { entityTypes, variants } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

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

export const FilterHistogram = z
  .object({
    bins: z.array(
      z.object({
        from: z.number().describe('The smallest number.'),
        to: z.number().nullable().describe('The numbers are below it; null: no end.'),
        rows: z.int().describe('How many rows of the list have such a number.'),
      }),
    ),
  })
  .meta({
    id: 'FilterHistogram',
    description: `Rows by their number, from the smallest to the largest one: at most ${MAX_HISTOGRAM_BINS} ranges, none if no row has a known number.`,
  });
export type FilterHistogram = Output<typeof FilterHistogram>;

export const FilterChoices = z
  .object({
    total: z.int().describe('All rows of the list.'),
    choices: z.array(
      z.object({
        value: z.string().describe('The value of the filter, as in the query string of the list.'),
        rows: z.int().describe('How many rows of the list it would leave.'),
      }),
    ),
  })
  .meta({ id: 'FilterChoices', description: 'Rows by the choices of a filter, in the order of its menu.' });
export type FilterChoices = Output<typeof FilterChoices>;
