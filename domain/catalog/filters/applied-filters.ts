import { type Column, columns } from '#domain/catalog/columns';
import { type FilterName, type FilterValues, filtersOf } from '#domain/catalog/filters/filters';
import type { FilterKind, Filter, FilterValueOf, DayRange } from '#domain/catalog/filters/filter-kinds';
import { defaultMetric, DEFAULT_LIST_PERIOD, scoreColumnOf, type Metric, type Period } from '#domain/catalog/metrics';
import { type OrderBy, MOMENTUM_ORDER } from '#domain/catalog/orders';
import { type Variant, entityOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** A filter with its value. */
export type AppliedFilter = {
  [K in FilterKind]: {
    readonly kind: K;
    readonly name: FilterName;
    readonly filter: Extract<Filter, { readonly kind: K }>;
    readonly value: FilterValueOf[K];
  };
}[FilterKind];

/** The filters that a search sets, in the order of the table. */
export const appliedFilters = (variant: Variant, values: FilterValues): AppliedFilter[] =>
  filtersOf(variant)
    .filter(([name]) => values[name] !== undefined)
    .map(([name, filter]) => ({ kind: filter.kind, name, filter, value: values[name] }) as AppliedFilter);

/** The column with the last reading of the metric that a list is ordered by; undefined under an order without one. */
export function lastReadingColumn(variant: Variant, order: OrderBy, metric?: Metric): string | undefined {
  const table: Readonly<Record<string, Column>> = columns[entityOf[variant]];
  const ordered = order === MOMENTUM_ORDER ? metric : (table[order]?.growthOf ?? order);
  return Object.keys(table).find((name) => table[name]?.readOf !== undefined && table[name].readOf === ordered);
}

/** Returns the days that a value stands for on a day. `7d` is today and the six days before. */
export const toDayRange = (value: FilterValueOf['days'], today: Day): DayRange =>
  'withinDays' in value ? { from: today - value.withinDays + 1, to: null } : value;

/** The filters of a search, with what their meaning depends on. */
export interface ListFilters {
  readonly applied: readonly AppliedFilter[];
  readonly today: Day;
  /** The index of the score that the momentum filter reads. */
  readonly scoreColumn: number;
}

/** What the meaning of filters depends on in a search. */
interface FilteredSearch extends FilterValues {
  readonly order_by: OrderBy;
  readonly metric?: Metric | undefined;
  readonly period?: Period | undefined;
}

/** The filters of a search on a day; undefined without one. */
export function filtersOfSearch(variant: Variant, search: FilteredSearch, today: Day): ListFilters | undefined {
  const applied = appliedFilters(variant, search);
  if (applied.length === 0) return undefined;
  const entity = entityOf[variant];
  const { metric = defaultMetric[entity], period = DEFAULT_LIST_PERIOD } = search;
  const lastReading = lastReadingColumn(variant, search.order_by, metric);
  const ofOrder = (one: AppliedFilter): AppliedFilter => {
    if (one.kind !== 'days' || !one.filter.isOfOrder || lastReading === undefined) return one;
    return { ...one, filter: { ...one.filter, reads: lastReading } };
  };
  return { applied: applied.map(ofOrder), today, scoreColumn: scoreColumnOf(entity, metric, period) };
}
