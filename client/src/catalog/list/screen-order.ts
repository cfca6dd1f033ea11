import type { CatalogStats } from '#domain/catalog/detail-contract';
import { defaultOrder, type Variant } from '#domain/catalog/variants';
import { catalogStats } from '../../api/catalog-stats';

/** The order of a list whose address names none; the API's default until the stats of the catalog are loaded. */
export const screenOrder = (variant: Variant): CatalogStats['screen_orders'][Variant] =>
  catalogStats.loaded?.screen_orders[variant] ?? { order_by: defaultOrder[variant], reason: null };
