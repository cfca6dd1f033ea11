import type { Viewer } from '#domain/auth/viewer';
import type { CatalogSearch, RowExtra } from '#domain/catalog/contract';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import { type AppliedFilter, appliedFilters } from '#domain/catalog/filters/filters';
import { homeLists, homeListSearch } from '#domain/catalog/home-lists';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy, type Variant } from '#domain/catalog/variants';
import {
  type Entitlement,
  hasEntitlement,
  pageRefusalSentence,
  premiumFilterSentence,
  premiumSentences,
} from '#domain/subscriptions/entitlements';
import { searchAccessOf } from '#domain/subscriptions/free-searches/free-search-rights';
import { FIRST_PAGE_SENTENCE, keywordRefusalSentence } from '#domain/subscriptions/free-searches/free-search-sentences';

/** What the fields that rows have on request need. */
const entitlementOfExtra = {
  sparkline: null,
  momentum_score: 'momentum',
  growth_last_30_days: 'full_analytics',
  snippet: null,
} as const satisfies Record<RowExtra, Entitlement | null>;

/**
 * Returns why this viewer may not read this page of a list, as the message to show; null if allowed. `freeSearches` is the number of keyword
 * searches a day without Premium, where they count.
 */
export function searchRefusalSentence(viewer: Viewer, variant: Variant, search: CatalogSearch, freeSearches = 0): string | null {
  if (isHomeList(variant, search)) return null;
  const access = search.query === undefined ? 'open' : searchAccessOf(viewer, freeSearches);
  const keywordRefusal = access === 'counted' && search.page > 1 ? FIRST_PAGE_SENTENCE : keywordRefusalSentence(access, freeSearches);
  if (keywordRefusal !== null) return keywordRefusal;
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

/** Returns whether a search is exactly that of a home list. Any other keyword search needs Premium. */
export function isHomeList(variant: Variant, search: CatalogSearch): boolean {
  return homeLists.some((list) => {
    if (list.variant !== variant || appliedFilters(variant, search).length > 0 || search.with !== undefined) return false;
    const allowed: CatalogSearch = homeListSearch(list);
    return (Object.keys(allowed) as (keyof CatalogSearch)[]).every((key) => search[key] === allowed[key]);
  });
}

/** May the rows of this page contain momentum scores? */
export const showsMomentum = (viewer: Viewer, variant: Variant, search: CatalogSearch): boolean =>
  hasEntitlement(viewer, 'momentum') || isHomeList(variant, search);
