import { formatFilterValue, parseFilterValue } from '#domain/catalog/filters/filter-values';
import { type FilterName, filtersOf, type FilterValues } from '#domain/catalog/filters/filters';
import type { Filter } from '#domain/catalog/filters/filter-kinds';
import { appliedFilters } from '#domain/catalog/filters/applied-filters';
import { RECENTLY_READ } from '#domain/catalog/website/screen-orders';
import type { OrderBy } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { premiumFilterSentence } from '#domain/subscriptions/entitlements';
import { isPremiumFilter } from '#domain/subscriptions/search-rights';
import { catalogStats } from '../../../api/catalog-stats';

/** The filters of a search as in its address: valid texts, each as the API would write it. */
export type FilterTexts = Readonly<Partial<Record<FilterName, string>>>;

/** The collaborators filter of "Group boards only". */
export const GROUP_BOARDS = '1..';

/** The filters of a list whose address names none: "Group boards only" on boards, if the catalog has any, and recent readings by growth. */
export const defaultFilters = (variant: Variant, order: OrderBy): FilterTexts => ({
  ...(variant === 'boards' && catalogStats()?.has_group_boards ? { collaborators: GROUP_BOARDS } : {}),
  ...(catalogStats()?.recent_orders[variant].some((one) => one === order) ? { read: RECENTLY_READ } : {}),
});

/** The filters of a list in another order: one that the list had by default, or lacked, follows the defaults of the new order. */
export function filtersInOrder(variant: Variant, filters: FilterTexts, before: OrderBy, order: OrderBy): FilterTexts {
  if (filters.read !== defaultFilters(variant, before).read) return filters;
  const { read: _read, ...others } = filters;
  const { read } = defaultFilters(variant, order);
  return inOrder(variant, read === undefined ? others : { ...others, read });
}

/** Parses a filter's text; null if it excludes nothing, or what it must be. */
export function parseFilterText(filter: Filter, text: string): { readonly text: string | null } | { readonly reason: string } {
  const parsed = parseFilterValue(filter, text);
  if ('reason' in parsed) return parsed;
  return { text: parsed.value === undefined ? null : formatFilterValue(parsed.value) };
}

/** The filters of an address, and a sentence about each that is not valid. */
export function parseFilters(
  variant: Variant,
  params: URLSearchParams,
  order: OrderBy,
): { readonly filters: FilterTexts; readonly refusals: readonly string[] } {
  const defaults = defaultFilters(variant, order);
  const refusals: string[] = [];
  const filters: Partial<Record<FilterName, string>> = {};
  for (const [name, filter] of filtersOf(variant)) {
    const given = params.get(name);
    const parsed = given === null ? null : parseFilterText(filter, given);
    if (parsed && 'reason' in parsed) refusals.push(`${filter.label} ${parsed.reason}.`);
    const text = parsed && 'text' in parsed ? parsed.text : (defaults[name] ?? null);
    if (text !== null) filters[name] = text;
  }
  return { filters, refusals };
}

/** The filters as parameters of an address, where one that was removed although the list has it by default has its `anyText`. */
export const addressFilters = (variant: Variant, filters: FilterTexts): FilterTexts =>
  Object.fromEntries(
    filtersOf(variant).flatMap(([name, { anyText }]) => {
      const text = filters[name] ?? anyText;
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** The filters in the order of the table, so that equal ones are written alike. */
const inOrder = (variant: Variant, filters: FilterTexts): FilterTexts =>
  Object.fromEntries(filtersOf(variant).flatMap(([name]) => (filters[name] === undefined ? [] : [[name, filters[name]]])));

/** The filters with another value of one of them, or without it. */
export const withFilter = (variant: Variant, filters: FilterTexts, name: FilterName, text: string | null): FilterTexts =>
  inOrder(variant, { ...filters, [name]: text ?? undefined });

/** The filters with their values, in the order of the table. */
export function appliedFilterTexts(variant: Variant, texts: FilterTexts) {
  const values: Partial<Record<FilterName, unknown>> = {};
  for (const [name, filter] of filtersOf(variant)) {
    const text = texts[name];
    const parsed = text === undefined ? null : parseFilterValue(filter, text);
    if (parsed && 'value' in parsed) values[name] = parsed.value;
  }
  return appliedFilters(variant, values as FilterValues);
}

/** Only Premium has this filter with every value; others have a value or all of them free. */
export const isLockedFilter = ({ free }: Filter): boolean => free !== true;

/** The filters that are free, with the defaults in the place of others, and a sentence about each of these. */
export function freeFilters(
  variant: Variant,
  texts: FilterTexts,
  order: OrderBy,
): { readonly filters: FilterTexts; readonly refusals: readonly string[] } {
  const locked = appliedFilterTexts(variant, texts).filter(isPremiumFilter);
  if (locked.length === 0) return { filters: texts, refusals: [] };
  const free = Object.fromEntries(Object.entries(texts).filter(([name]) => !locked.some((one) => one.name === name)));
  return {
    filters: inOrder(variant, { ...defaultFilters(variant, order), ...free }),
    refusals: locked.map(({ filter }) => premiumFilterSentence(filter.label)),
  };
}
