import type { CatalogStats } from '#domain/catalog/detail-contract';
import { BEST_MATCH_ORDER, defaultOrder, type OrderBy, type Variant } from '#domain/catalog/variants';
import { catalogStats } from '../../api/catalog-stats';

/** The order of a list whose address names none; the API's default until the stats of the catalog are loaded. */
export const screenOrder = (variant: Variant): CatalogStats['screen_orders'][Variant] =>
  catalogStats()?.screen_orders[variant] ?? { order_by: defaultOrder[variant], reason: null };

/** The order of a search whose address names none: with keywords, the best match first. */
export const searchOrder = (variant: Variant, query: string | undefined): OrderBy =>
  query === undefined ? screenOrder(variant).order_by : BEST_MATCH_ORDER;
