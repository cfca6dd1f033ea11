import type { Viewer } from '#domain/auth/viewer';
import type { CatalogSearch, RowExtra } from '#domain/catalog/contract';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { type AppliedFilter, appliedFilters } from '#domain/catalog/filters/applied-filters';
import { type HomeList, homeLists, homeListSearch } from '#domain/catalog/home-lists';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import {
  type Entitlement,
  hasEntitlement,
  type PageRequest,
  pageRefusalSentence,
  premiumFilterSentence,
  premiumSentences,
} from '#domain/subscriptions/entitlements';
import { searchAccessOf } from '#domain/subscriptions/free-searches/free-search-rights';
import { FIRST_PAGE_SENTENCE, keywordRefusalSentence } from '#domain/subscriptions/free-searches/free-search-sentences';
import type { KeywordOrder } from '#domain/keywords/keyword-orders';

/** What the fields that rows have on request need. */
const entitlementOfExtra = {
  sparkline: null,
  momentum_score: 'momentum',
  growth_last_30_days: 'full_analytics',
  snippet: null,
} as const satisfies Record<RowExtra, Entitlement | null>;

/** What an operator decides about searches without Premium. */
export interface SearchSettings {
  /** The number of keyword searches a day, where they count. */
  readonly freeSearches: number;
  /** The home lists, with those that may take their place. */
  readonly homeLists: readonly HomeList[];
}

const defaultSettings: SearchSettings = { freeSearches: 0, homeLists };

/** Returns why this viewer may not read this page of a list, as the message to show; null if allowed. */
export function searchRefusalSentence(viewer: Viewer, variant: Variant, search: CatalogSearch, settings = defaultSettings): string | null {
  const { freeSearches } = settings;
  if (isHomeList(variant, search, settings.homeLists)) return null;
  if (search.query !== undefined) {
    const access = searchAccessOf(viewer, freeSearches);
    const refusal = access === 'counted' && search.page > 1 ? FIRST_PAGE_SENTENCE : keywordRefusalSentence(access, freeSearches);
    if (refusal !== null) return refusal;
  }
  const needed = orderEntitlement(search.order_by);
  if (needed !== null && !hasEntitlement(viewer, needed)) return premiumSentences[needed];
  const lockedExtra = search.with?.map((extra) => entitlementOfExtra[extra]).find((one) => one !== null && !hasEntitlement(viewer, one));
  if (lockedExtra) return premiumSentences[lockedExtra];
  const pageRefusal = pageRefusalSentence(viewer, search);
  if (pageRefusal !== null) return pageRefusal;
  const lockedFilter = hasEntitlement(viewer, 'all_filters') ? undefined : appliedFilters(variant, search).find(isPremiumFilter);
  return lockedFilter ? premiumFilterSentence(lockedFilter.filter.label) : null;
}

/** What an order needs; null for one that is free. */
export const orderEntitlement = (order: OrderBy): Entitlement | null =>
  order === MOMENTUM_ORDER ? 'momentum' : order === CHECKS_ORDER ? 'checks_order' : null;

/** Is this filter, with this value, part of Premium? */
export const isPremiumFilter = ({ filter, value }: Pick<AppliedFilter, 'filter' | 'value'>): boolean =>
  filter.free !== true && filter.free !== formatFilterValue(value);

/** Returns whether a search is exactly that of a home list, or of one in its place. Any other keyword search needs Premium. */
export function isHomeList(variant: Variant, search: CatalogSearch, lists = homeLists): boolean {
  return lists.some((list) => {
    if (list.variant !== variant || list.keyword !== search.query || search.with !== undefined) return false;
    const allowed: CatalogSearch = homeListSearch(list);
    const isSame = (Object.keys(allowed) as (keyof CatalogSearch)[]).every((key) => search[key] === allowed[key]);
    return isSame && appliedFilters(variant, search).length === 0;
  });
}

/** May the rows of this page contain momentum scores? */
export const showsMomentum = (viewer: Viewer, variant: Variant, search: CatalogSearch, lists = homeLists): boolean =>
  hasEntitlement(viewer, 'momentum') || isHomeList(variant, search, lists);

/** Whether a viewer sees related keywords and opportunity. */
export const seesKeywordInsights = (viewer: Viewer): boolean => hasEntitlement(viewer, 'keyword_insights');

/** The order of keywords for a viewer who chose none. */
export const defaultKeywordOrder = (viewer: Viewer): KeywordOrder => (seesKeywordInsights(viewer) ? 'opportunity' : 'pins');

/** Returns why this viewer may not read this page of keywords, as the message to show; null if allowed. */
export function keywordPageRefusalSentence(viewer: Viewer, request: PageRequest & { readonly order_by: KeywordOrder }): string | null {
  if (request.order_by === 'opportunity' && !seesKeywordInsights(viewer)) return premiumSentences.keyword_insights;
  return pageRefusalSentence(viewer, request);
}
