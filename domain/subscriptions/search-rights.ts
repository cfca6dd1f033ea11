import type { Viewer } from '#domain/auth/viewer';
import { isHomeList } from '#domain/catalog/home-lists';
import type { CatalogSearch } from '#domain/catalog/search';
import { MOMENTUM_ORDER, type Variant } from '#domain/catalog/variants';
import { allows, FREE_PAGES, FREE_PER_PAGE, premiumOnly } from '#domain/subscriptions/entitlements';

/** Why this viewer may not read this page of a list: the sentence to show, or null when he may. */
export function searchRefusal(viewer: Viewer, variant: Variant, search: CatalogSearch): string | null {
  if (isHomeList(variant, search)) return null;
  if (search.query !== undefined && !allows(viewer, 'keyword_search')) return premiumOnly.keyword_search;
  if (search.order_by === MOMENTUM_ORDER && !allows(viewer, 'momentum')) return premiumOnly.momentum;
  if ((search.page > FREE_PAGES || search.per_page > FREE_PER_PAGE) && !allows(viewer, 'all_pages')) return premiumOnly.all_pages;
  return null;
}

/** May the rows of this page carry momentum scores? */
export const showsMomentum = (viewer: Viewer, variant: Variant, search: CatalogSearch): boolean =>
  allows(viewer, 'momentum') || isHomeList(variant, search);
