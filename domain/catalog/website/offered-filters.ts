import type { KnownCounts } from '#domain/catalog/website/screen-orders';
import { type FilterName, filtersOf } from '#domain/catalog/filters/filters';
import type { Filter } from '#domain/catalog/filters/filter-kinds';
import { defaultMetric } from '#domain/catalog/metrics';
import { summaryGrowth } from '#domain/catalog/pages/entity-summaries';
import { MOMENTUM_ORDER, orderings } from '#domain/catalog/orders';
import { entityOf, type Variant } from '#domain/catalog/variants';

/** The key among a list's known counts that says whether any row has data for a filter: 1 or 0. */
export const filterDataKey = (name: FilterName): string => `filter_${name}`;

const orderNames = (variant: Variant): readonly string[] => orderings[variant].map(({ value }) => value);

/** Momentum and jumps are computed with growth, from the same readings. */
function countedColumn(variant: Variant, filter: Filter): string | undefined {
  const isScored = filter.kind === 'flag' ? 'share' in filter.has : filter.kind === 'range' && filter.reads === MOMENTUM_ORDER;
  // A count that is known has been read.
  const isOfOrder = filter.kind === 'days' && filter.isOfOrder === true;
  const reads = isScored ? summaryGrowth[entityOf[variant]] : isOfOrder ? defaultMetric[entityOf[variant]] : readColumn(filter);
  return orderNames(variant).find((name) => name === reads);
}

const readColumn = (filter: Filter): string | null => (filter.kind === 'flag' ? null : filter.reads);

/** Whether the import must count data for this filter: no order of the list counts it, and not every row has it. */
export const needsDataKey = (variant: Variant, filter: Filter): boolean =>
  filter.kind !== 'id' && readColumn(filter) !== 'script' && countedColumn(variant, filter) === undefined;

/**
 * The filters that a list offers: those that any row has data for. A filter that was not counted yet is offered. Filters by id come only
 * from links, so they are never offered.
 */
export const offeredFilters = (variant: Variant, known: KnownCounts): FilterName[] =>
  filtersOf(variant).flatMap(([name, filter]) => {
    const column = countedColumn(variant, filter);
    const hasData = column === undefined ? known[filterDataKey(name)] !== 0 : (known[column] ?? 0) > 0;
    return filter.kind !== 'id' && hasData ? [name] : [];
  });
