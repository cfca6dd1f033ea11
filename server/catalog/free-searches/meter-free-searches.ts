import type { ViewerContext } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { isHomeList, type SearchSettings } from '#domain/subscriptions/search-rights';
import type { Variant } from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import type { Secrets } from '#domain/secrets';
import { searchAccessOf } from '#domain/subscriptions/free-searches/free-search-rights';
import { FreeSearchesUsedUp, searcherIdOf, searchKeyOf } from '#domain/subscriptions/free-searches/free-searches';
import type { FreeSearches } from '#server/catalog/free-searches/postgres/free-searches';

/** Counts the keyword searches of confirmed accounts without Premium. */
export class MeterFreeSearches {
  constructor(
    private readonly freeSearches: FreeSearches,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    readonly settings: SearchSettings,
  ) {}

  /** Counts a search that this viewer may make, and returns how many are left today; null for viewers whose searches do not count. */
  async meter({ viewer, user }: Pick<ViewerContext, 'viewer' | 'user'>, variant: Variant, search: CatalogSearch): Promise<number | null> {
    if (user === null || searchAccessOf(viewer, this.settings.freeSearches) !== 'counted') return null;
    const perDay = this.settings.freeSearches;
    const today = dayOf(this.clock.now());
    const { query } = search;
    const searcherId = searcherIdOf(this.secrets, user.email);
    const isFree = query === undefined || isHomeList(variant, search, this.settings.homeLists);
    const counted = isFree
      ? await this.freeSearches.findCount(searcherId, today)
      : await this.freeSearches.count(searcherId, today, this.#hash(query), perDay);
    if (counted === null) throw new FreeSearchesUsedUp(perDay);
    return Math.max(0, perDay - counted);
  }

  /** Searches are stored as keyed hashes only. */
  readonly #hash = (query: string): string => this.secrets.sign('free-search', searchKeyOf(query));
}
