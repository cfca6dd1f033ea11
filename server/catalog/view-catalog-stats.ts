import { Inject, Injectable } from '@nestjs/common';
import { Catalog } from '#domain/catalog/catalog';
import { pickScreenOrder } from '#domain/catalog/default-order';
import { offeredFilters } from '#domain/catalog/filters/offered-filters';
import type { CatalogStats, PopularPin } from '#domain/catalog/detail-contract';
import { pickPopularPins, popularPinsSearch } from '#domain/catalog/popular-pins';
import type { Variant } from '#domain/catalog/variants';
import { DAY_MS } from '#domain/durations';
import { timedCache } from '#server/cache/timed-cache';
import { CONFIG, type Config } from '#server/config/config';

/** Returns the size of the catalog, the order and filters that suit each list, and the wall of popular pins. */
@Injectable()
export class ViewCatalogStats {
  // By the version of the list of pins: found once after each change.
  readonly #popularPins = timedCache(DAY_MS, () => this.#findPopularPins());

  constructor(
    private readonly catalog: Catalog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async stats(): Promise<CatalogStats> {
    const [{ known, ...stats }, version] = await Promise.all([this.catalog.stats(), this.catalog.listVersion('pins')]);
    const screenOrder = (variant: Variant) => pickScreenOrder(variant, stats[variant], known[variant]);
    const filters = (variant: Variant) => offeredFilters(variant, known[variant]);
    return {
      ...stats,
      screen_orders: { boards: screenOrder('boards'), pinners: screenOrder('pinners'), pins: screenOrder('pins') },
      filters: { boards: filters('boards'), pinners: filters('pinners'), pins: filters('pins') },
      popular_pins: await this.#popularPins(version),
    };
  }

  async #findPopularPins(): Promise<PopularPin[]> {
    const { rows } = await this.catalog.search('pins', popularPinsSearch);
    return pickPopularPins(rows, this.config.IMAGE_HOSTS);
  }
}
