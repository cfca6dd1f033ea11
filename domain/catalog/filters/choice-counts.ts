import type { FilterName } from '#domain/catalog/filters/filters';
import type { DaysFilter, Filter, FlagFilter } from '#domain/catalog/filters/filter-kinds';
import type { AppliedFilter } from '#domain/catalog/filters/applied-filters';

/** A filter with a few values that are known beforehand: the times of the last days, or having something. */
export type ChoiceFilter = DaysFilter | FlagFilter;

export const isChoiceFilter = (filter: Filter): filter is ChoiceFilter => filter.kind === 'days' || filter.kind === 'flag';

/** Returns a filter with each of its choices, in the order of its menu. */
export const choicesOf = (name: FilterName, filter: ChoiceFilter): AppliedFilter[] =>
  filter.kind === 'flag'
    ? [{ kind: 'flag', name, filter, value: true }]
    : filter.windows.map((withinDays) => ({ kind: 'days', name, filter, value: { withinDays } }));

/** The rows of a whole list, and how many of them each choice would leave. */
export interface CountedChoices {
  readonly total: number;
  readonly rows: readonly number[];
}
