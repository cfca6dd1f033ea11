import { Catalog } from '#domain/catalog/catalog';
import { pickScreenOrder, recentOrders, sparseOrders } from '#domain/catalog/website/screen-orders';
import { offeredFilters } from '#domain/catalog/website/offered-filters';
import type { CatalogStats, PopularPin } from '#domain/catalog/detail-contract';
import { oldNumbersDay } from '#domain/catalog/history/readings';
import { mostRepinnedSearch, pickMostRepinned, pickPopularPins, popularPinsSearch } from '#domain/catalog/website/popular-pins';
import { perVariant } from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';

/** Returns the size of the catalog, the order and filters that suit each list, and the wall of popular pins. */
export class ViewCatalogStats {
  /** The wall of a version of the list of pins: found once after each change. */
  #wall: { readonly version: string; readonly pins: Promise<PopularPin[]> } | null = null;

  /** `imageHosts` are the hosts that browsers may load pictures from; `freeSearches`, the keyword searches a day without Premium. */
  constructor(
    private readonly catalog: Catalog,
    private readonly imageHosts: readonly string[],
    private readonly clock: Clock,
    private readonly freeSearches = 0,
  ) {}

  async stats(): Promise<CatalogStats> {
    const [{ known, newest_reading_at: newestReadingAt, ...stats }, version] = await Promise.all([
      this.catalog.stats(),
      this.catalog.listVersion('pins'),
    ]);
    const now = this.clock.now();
    return {
      ...stats,
      numbers_as_of: perVariant((variant) => oldNumbersDay(newestReadingAt[variant], now)),
      screen_orders: perVariant((variant) => pickScreenOrder(variant, stats[variant], known[variant])),
      filters: perVariant((variant) => offeredFilters(variant, known[variant])),
      recent_orders: perVariant((variant) => recentOrders(variant, known[variant], dayOf(now))),
      sparse_orders: perVariant((variant) => sparseOrders(variant, stats[variant], known[variant])),
      free_searches: this.freeSearches,
      popular_pins: await this.#popularPins(version),
    };
  }

  #popularPins(version: string): Promise<PopularPin[]> {
    if (this.#wall?.version === version) return this.#wall.pins;
    const wall = { version, pins: this.#findPopularPins() };
    this.#wall = wall;
    // A failure is not kept.
    wall.pins.catch(() => {
      if (this.#wall === wall) this.#wall = null;
    });
    return wall.pins;
  }

  async #findPopularPins(): Promise<PopularPin[]> {
    const growing = pickPopularPins((await this.catalog.search('pins', popularPinsSearch)).rows, this.imageHosts);
    if (growing.length > 0) return growing;
    return pickMostRepinned((await this.catalog.search('pins', mostRepinnedSearch)).rows, this.imageHosts);
  }
}
