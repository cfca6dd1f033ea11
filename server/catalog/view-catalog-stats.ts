import { Injectable } from '@nestjs/common';
import { Catalog } from '#domain/catalog/catalog';
import { pickScreenOrder } from '#domain/catalog/default-order';
import { offeredFilters } from '#domain/catalog/filters/offered-filters';
import type { CatalogStats } from '#domain/catalog/detail-contract';
import type { Variant } from '#domain/catalog/variants';

/** Returns the size of the catalog, and the order and filters that suit each list. */
@Injectable()
export class ViewCatalogStats {
  constructor(private readonly catalog: Catalog) {}

  async stats(): Promise<CatalogStats> {
    const { known, ...stats } = await this.catalog.stats();
    const screenOrder = (variant: Variant) => pickScreenOrder(variant, stats[variant], known[variant]);
    const filters = (variant: Variant) => offeredFilters(variant, known[variant]);
    return {
      ...stats,
      screen_orders: { boards: screenOrder('boards'), pinners: screenOrder('pinners'), pins: screenOrder('pins') },
      filters: { boards: filters('boards'), pinners: filters('pinners'), pins: filters('pins') },
    };
  }
}
