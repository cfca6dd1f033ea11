import {
  defaultOrder,
  DEFAULT_PER_PAGE,
  DEFAULT_SORT,
  isOrderOf,
  MOMENTUM_ORDER,
  type OrderBy,
  type Sort,
  sorts,
  type Variant,
} from '#domain/catalog/variants';
import type { Entitlement } from '#domain/subscriptions/entitlements';

/** What a list shows, as its address says it. */
export interface ListSearch {
  readonly query: string | undefined;
  readonly order_by: OrderBy;
  readonly sort: Sort;
  readonly page: number;
}

const LONGEST_QUERY = 100;

/** A list as it is first opened. */
export const defaultSearch = (variant: Variant): ListSearch => ({
  query: undefined,
  order_by: defaultOrder[variant],
  sort: DEFAULT_SORT,
  page: 1,
});

/** Reads an address's query string; what is missing or wrong falls back to the default. */
export function parseSearch(variant: Variant, text: string): ListSearch {
  const given = new URLSearchParams(text);
  const defaults = defaultSearch(variant);
  const order = given.get('order_by') ?? '';
  const page = given.get('page') ?? '';
  return {
    query: keywords(given.get('query') ?? ''),
    order_by: isOrderOf(variant, order) ? (order as OrderBy) : defaults.order_by,
    sort: sorts.find((sort) => sort === given.get('sort')) ?? defaults.sort,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The query string of a search, defaults left out; empty for the default search. */
export function formatSearch(variant: Variant, search: ListSearch): string {
  const defaults = defaultSearch(variant);
  const text = new URLSearchParams();
  if (search.query !== undefined) text.set('query', search.query);
  if (search.order_by !== defaults.order_by) text.set('order_by', search.order_by);
  if (search.sort !== defaults.sort) text.set('sort', search.sort);
  if (search.page !== defaults.page) text.set('page', String(search.page));
  return text.size > 0 ? `?${text}` : '';
}

/** The address of a search. */
export const addressOfSearch = (variant: Variant, search: ListSearch): string => `/${variant}${formatSearch(variant, search)}`;

/** Keywords as they are sent: trimmed, at most 100 characters, undefined when there are none. */
export const keywords = (typed: string): string | undefined => typed.trim().slice(0, LONGEST_QUERY).trim() || undefined;

/** The parameters that the list call sends. */
export const parametersOf = ({ query, order_by, sort, page }: ListSearch) => ({ query, order_by, sort, per_page: DEFAULT_PER_PAGE, page });

export const isSameSearch = (one: ListSearch, other: ListSearch): boolean =>
  one.query === other.query && one.order_by === other.order_by && one.sort === other.sort && one.page === other.page;

/**
 * The nearest search this viewer may see, for shared addresses: without Premium the first page without the keyword, and
 * the usual order in place of momentum. Deep pages are left for the server to refuse, with its sentence.
 */
export function allowedSearch(variant: Variant, search: ListSearch, may: (entitlement: Entitlement) => boolean): ListSearch {
  const withoutKeyword = search.query !== undefined && !may('keyword_search') ? { ...search, query: undefined, page: 1 } : search;
  const isMomentum = withoutKeyword.order_by === MOMENTUM_ORDER && !may('momentum');
  return isMomentum ? { ...withoutKeyword, order_by: defaultOrder[variant] } : withoutKeyword;
}
