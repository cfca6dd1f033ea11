import { DEFAULT_LIST_PERIOD, defaultMetric, type Metric, metricName, metricsOf, type Period, periods } from '#domain/catalog/metrics';
import { BEST_MATCH_ORDER, DEFAULT_SORT, defaultOrder, isOrderOf, type OrderBy, type Sort, sorts } from '#domain/catalog/orders';
import { DEFAULT_PER_PAGE, entityOf, MAX_QUERY_LENGTH, type Variant } from '#domain/catalog/variants';
import type { CatalogStats } from '#domain/catalog/detail-contract';
import { type Entitlement, MAX_FREE_PAGES } from '#domain/subscriptions/entitlements';
import { orderEntitlement } from '#domain/subscriptions/search-rights';
import { catalogStats } from '../../api/catalog-stats';
import { queryString } from '../../api/api';
import { addressFilters, defaultFilters, filtersInOrder, type FilterTexts, freeFilters, parseFilters } from './filters/filter-texts';
import { pageIn } from '../../ui/navigation/pagination';
import { choicesIn, type ListChoices, rowsPerPageOf, unnamedChoices } from './list-choices';

/** The search of a list, and how it is shown, as in its address. */
export interface ListSearch extends ListChoices {
  readonly query: string | undefined;
  readonly filters: FilterTexts;
  readonly order_by: OrderBy;
  readonly sort: Sort;
  readonly page: number;
  /** The metric of momentum; undefined for the default one, as is the period. */
  readonly metric: Metric | undefined;
  readonly period: Period | undefined;
}

/** The order of a list whose address names none; the API's default until the stats of the catalog are loaded. */
export const screenOrder = (variant: Variant): CatalogStats['screen_orders'][Variant] =>
  catalogStats()?.screen_orders[variant] ?? { order_by: defaultOrder[variant], reason: null };

/** The order of a search whose address names none: with keywords, the best match first. */
const searchOrder = (variant: Variant, query: string | undefined): OrderBy =>
  query === undefined ? screenOrder(variant).order_by : BEST_MATCH_ORDER;

/** `followers, 90 days`: which momentum a list shows. */
export function momentumNote(variant: Variant, { metric, period }: Pick<ListSearch, 'metric' | 'period'>): string {
  const entity = entityOf[variant];
  return `${metricName(entity, metric ?? defaultMetric[entity]).toLowerCase()}, ${(period ?? DEFAULT_LIST_PERIOD).replace('_', ' ')}`;
}

/** A choice of momentum as in a search: without the metric and the period that are the default. */
export function momentumChoice(variant: Variant, metric: string | null, period: string | null): Pick<ListSearch, 'metric' | 'period'> {
  const entity = entityOf[variant];
  return {
    metric: metricsOf[entity].find((one) => one === metric && one !== defaultMetric[entity]),
    period: periods.find((one) => one === period && one !== DEFAULT_LIST_PERIOD),
  };
}

/** Parses the query string of a list; missing and invalid values become the defaults. */
export function parseSearch(variant: Variant, text: string): ListSearch {
  const params = new URLSearchParams(text);
  const query = normalizeKeywords(params.get('query') ?? '');
  const order = params.get('order_by') ?? '';
  const isKnownOrder = isOrderOf(variant, order) && (order !== BEST_MATCH_ORDER || query !== undefined);
  const sort = sorts.find((known) => known === params.get('sort')) ?? DEFAULT_SORT;
  // The best match has one direction: who asks for another gets the order that has it.
  const usualOrder = searchOrder(variant, sort === DEFAULT_SORT ? query : undefined);
  const orderBy = isKnownOrder ? (order as OrderBy) : usualOrder;
  const { per_page, view, cols } = choicesIn(variant, params);
  return {
    query,
    filters: parseFilters(variant, params, orderBy).filters,
    order_by: orderBy,
    sort: sortFor(orderBy, sort),
    per_page,
    page: pageIn(params),
    ...momentumChoice(variant, params.get('metric'), params.get('period')),
    view,
    cols,
  };
}

/** What is wrong with the filters of an address, in sentences. */
export const invalidFilters = (variant: Variant, text: string): readonly string[] =>
  parseFilters(variant, new URLSearchParams(text), searchOrder(variant, undefined)).refusals;

/** The query string of a search, without default values; empty for the default search in a table. */
export function formatSearch(variant: Variant, { query, filters, ...rest }: ListSearch): string {
  const defaults = {
    ...addressFilters(variant, defaultFilters(variant, rest.order_by)),
    order_by: searchOrder(variant, query),
    sort: DEFAULT_SORT,
    page: 1,
    ...unnamedChoices(variant, rest.page),
  };
  // Commas between the values of a filter may stay as they are.
  return queryString({ query, ...addressFilters(variant, filters), ...rest }, defaults).replaceAll('%2C', ',');
}

/** The direction of an order: the best match is always first. */
const sortFor = (order: OrderBy, sort: Sort): Sort => (order === BEST_MATCH_ORDER ? DEFAULT_SORT : sort);

/** A search in another order, with the filters and the direction that follow from it. */
const withOrder = (variant: Variant, search: ListSearch, order_by: OrderBy): ListSearch => ({
  ...search,
  order_by,
  filters: filtersInOrder(variant, search.filters, search.order_by, order_by),
  sort: sortFor(order_by, search.sort),
});

/** A search with other keywords. The order that stands for none changes with the first and the last of them. */
function withQuery(variant: Variant, search: ListSearch, query: string | undefined): ListSearch {
  const isUsualOrder = search.order_by === searchOrder(variant, search.query);
  return { ...withOrder(variant, search, isUsualOrder ? searchOrder(variant, query) : search.order_by), query };
}

/**
 * A search after a change. Order and filters that depend on the keywords or the order change with them. The list returns to its first page,
 * but with another number of rows a page it goes to the one that has the row that is first now.
 */
export function changedSearch(variant: Variant, search: ListSearch, change: Partial<ListSearch>): ListSearch {
  const searched = 'query' in change ? withQuery(variant, search, change.query) : search;
  const ordered = change.order_by === undefined ? searched : withOrder(variant, searched, change.order_by);
  const per_page = change.per_page ?? rowsPerPageOf(change.view ?? search.view, search.per_page);
  const hasSameRows = 'per_page' in change || 'view' in change || 'cols' in change;
  return { ...ordered, per_page, page: hasSameRows ? pageOfSameRow(search, per_page) : 1, ...change };
}

/** The page with the first row of a search's page, when pages have another number of rows. */
const pageOfSameRow = ({ page, per_page }: ListSearch, count: number): number => Math.floor(((page - 1) * per_page) / count) + 1;

/** The URL of a search. */
export const searchUrl = (variant: Variant, search: ListSearch): string => `/${variant}${formatSearch(variant, search)}`;

/** Trims and limits keywords; undefined when empty. */
export const normalizeKeywords = (text: string): string | undefined => text.trim().slice(0, MAX_QUERY_LENGTH).trim() || undefined;

/** The number of pages without Premium: a free search has one. */
export const freePagesOf = (query: string | undefined): number => (query === undefined ? MAX_FREE_PAGES : 1);

/** The query of the list request. */
export const listQuery = ({ filters, view: _view, cols: _cols, ...rest }: ListSearch) => ({ ...filters, ...rest });

/** The parameters of a search that is saved: those of the request, without the page. Filters that are on by default are named too. */
export function savedQuery(search: ListSearch): string {
  const { per_page: _perPage, page: _page, ...parameters } = listQuery(search);
  return queryString(parameters).replace(/^\?/, '');
}

/**
 * The closest search the viewer is allowed to see, for shared addresses: without Premium the first page without keywords or of ten rows, the
 * default order instead of momentum, and the default filters instead of locked ones. The server rejects deep pages with an explanation.
 */
export function allowedSearch(
  variant: Variant,
  search: ListSearch,
  isAllowed: (entitlement: Entitlement) => boolean,
  canSearch = isAllowed('keyword_search'),
): ListSearch {
  const withoutKeyword = search.query !== undefined && !canSearch ? withQuery(variant, { ...search, page: 1 }, undefined) : search;
  const needed = orderEntitlement(withoutKeyword.order_by);
  const order =
    needed !== null && !isAllowed(needed) ? withOrder(variant, withoutKeyword, searchOrder(variant, withoutKeyword.query)) : withoutKeyword;
  const isTooLong = order.per_page > DEFAULT_PER_PAGE && !isAllowed('all_pages');
  const allowedRows: ListSearch = isTooLong ? { ...order, per_page: DEFAULT_PER_PAGE, page: 1 } : order;
  const free = isAllowed('all_filters') ? null : freeFilters(variant, search.filters, allowedRows.order_by);
  return free && free.refusals.length > 0 ? { ...allowedRows, filters: free.filters } : allowedRows;
}
