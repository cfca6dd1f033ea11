import {
  DEFAULT_PER_PAGE,
  DEFAULT_SORT,
  isOrderOf,
  MOMENTUM_ORDER,
  type OrderBy,
  type Sort,
  sorts,
  type Variant,
} from '#domain/catalog/variants';
import { catalogStats } from '../../api/catalog-stats';
import { queryString } from '../../api/query-string';
import { viewForUrl } from './list-view';
import { screenOrder } from './screen-order';
import type { Entitlement } from '#domain/subscriptions/entitlements';

/** The search of a list as in its address. */
export interface ListSearch {
  readonly query: string | undefined;
  /** The collaborators filter of boards, as in the API; undefined without it. */
  readonly collaborators: string | undefined;
  readonly order_by: OrderBy;
  readonly sort: Sort;
  readonly page: number;
}

export const MAX_KEYWORD_LENGTH = 100;

/** The collaborators filter of "Group boards only". */
export const GROUP_BOARDS = '1..';
/** The collaborators in the address of a list of all boards. */
const ALL_BOARDS = '0..';

/** "Group boards only" is the default of boards if the catalog has any. */
const defaultCollaborators = (variant: Variant): string | undefined =>
  variant === 'boards' && catalogStats.loaded?.has_group_boards ? GROUP_BOARDS : undefined;

function parseCollaborators(variant: Variant, text: string | null): string | undefined {
  if (variant !== 'boards' || text === null) return defaultCollaborators(variant);
  if (text === ALL_BOARDS) return undefined;
  return /^(?:\d{1,9}\.\.\d{0,9}|\.\.\d{1,9})$/.test(text) ? text : defaultCollaborators(variant);
}

/** The search of a list without parameters. */
export const defaultSearch = (variant: Variant): ListSearch => ({
  query: undefined,
  collaborators: defaultCollaborators(variant),
  order_by: screenOrder(variant).order_by,
  sort: DEFAULT_SORT,
  page: 1,
});

/** Parses the query string of a list; missing and invalid values become the defaults. */
export function parseSearch(variant: Variant, text: string): ListSearch {
  const params = new URLSearchParams(text);
  const defaults = defaultSearch(variant);
  const order = params.get('order_by') ?? '';
  const page = params.get('page') ?? '';
  return {
    query: normalizeKeywords(params.get('query') ?? ''),
    collaborators: parseCollaborators(variant, params.get('collaborators')),
    order_by: isOrderOf(variant, order) ? (order as OrderBy) : defaults.order_by,
    sort: sorts.find((sort) => sort === params.get('sort')) ?? defaults.sort,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The query string of a search and of the view it is shown in, without default values; empty for the default search in a table. */
export const formatSearch = (variant: Variant, search: ListSearch): string =>
  queryString({ ...withAllBoards(search), view: viewForUrl(variant) }, withAllBoards(defaultSearch(variant)));

const withAllBoards = (search: ListSearch): ListSearch => ({ ...search, collaborators: search.collaborators ?? ALL_BOARDS });

/** The URL of a search. */
export const searchUrl = (variant: Variant, search: ListSearch): string => `/${variant}${formatSearch(variant, search)}`;

/** Trims and limits keywords; undefined when empty. */
export const normalizeKeywords = (text: string): string | undefined => text.trim().slice(0, MAX_KEYWORD_LENGTH).trim() || undefined;

/** The query of the list request. */
export const listQuery = ({ query, collaborators, order_by, sort, page }: ListSearch) => ({
  query,
  collaborators,
  order_by,
  sort,
  per_page: DEFAULT_PER_PAGE,
  page,
});

export const isSameSearch = (one: ListSearch, other: ListSearch): boolean =>
  one.query === other.query &&
  one.collaborators === other.collaborators &&
  one.order_by === other.order_by &&
  one.sort === other.sort &&
  one.page === other.page;

/**
 * The closest search the viewer is allowed to see, for shared addresses: without Premium the first page without keywords, the default
 * order instead of momentum, and the default filter instead of a locked one. The server rejects deep pages with an explanation.
 */
export function allowedSearch(variant: Variant, search: ListSearch, isAllowed: (entitlement: Entitlement) => boolean): ListSearch {
  const withoutKeyword = search.query !== undefined && !isAllowed('keyword_search') ? { ...search, query: undefined, page: 1 } : search;
  const isMomentum = withoutKeyword.order_by === MOMENTUM_ORDER && !isAllowed('momentum');
  const allowedOrder = isMomentum ? { ...withoutKeyword, order_by: screenOrder(variant).order_by } : withoutKeyword;
  const hasLockedFilter = ![undefined, GROUP_BOARDS].includes(search.collaborators) && !isAllowed('all_filters');
  return hasLockedFilter ? { ...allowedOrder, collaborators: defaultCollaborators(variant) } : allowedOrder;
}
