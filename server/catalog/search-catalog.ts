import { anonymous, type ViewerContext } from '#domain/auth/viewer';
import type { CachedResponse, Catalog, ResponseCache } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import type { Clock } from '#domain/clock';
import { type Day, dayOf } from '#domain/days';
import { PremiumRequired } from '#domain/errors';
import type { Secrets } from '#domain/secrets';
import { searchAccessOf } from '#domain/subscriptions/free-searches/free-search-rights';
import { FreeSearchesUsedUp, searcherIdOf, searchKeyOf } from '#domain/subscriptions/free-searches/free-searches';
import { isHomeList, type SearchSettings, searchRefusalSentence, showsMomentum } from '#domain/subscriptions/search-rights';
import type { FreeSearches } from '#server/catalog/postgres/free-searches';

/** A page of a list, and whether all viewers get the same one. */
interface ListResponse extends CachedResponse {
  readonly isPublic: boolean;
  /** The free searches that the viewer has left today; null for viewers whose searches do not count. */
  readonly freeSearchesLeft: number | null;
}

type Searcher = Pick<ViewerContext, 'viewer' | 'user'>;

/** Returns a page of a list to viewers who may see it. */
export class SearchCatalog {
  constructor(
    private readonly catalog: Catalog,
    private readonly cache: ResponseCache,
    private readonly clock: Clock,
    private readonly freeSearches: FreeSearches,
    private readonly secrets: Secrets,
    private readonly settings: SearchSettings,
  ) {}

  async findPage(context: Searcher, variant: Variant, search: CatalogSearch): Promise<ListResponse> {
    const { viewer } = context;
    const { settings } = this;
    const refusal = searchRefusalSentence(viewer, variant, search, settings);
    if (refusal) throw new PremiumRequired(refusal);
    const momentumVisible = showsMomentum(viewer, variant, search, settings.homeLists);
    const version = await this.catalog.listVersion(variant);
    const { bytes, etag } = await this.cache.getOrCreate(cacheKey(variant, momentumVisible, search, dayOf(this.clock.now())), version, () =>
      this.#buildBody(variant, momentumVisible, search),
    );
    // Before its hits are sent, so that concurrent searches cannot exceed the number.
    const freeSearchesLeft = await this.#countFreeSearch(context, variant, search, bytes);
    const isPublic =
      freeSearchesLeft === null &&
      searchRefusalSentence(anonymous, variant, search, { ...settings, freeSearches: 0 }) === null &&
      momentumVisible === showsMomentum(anonymous, variant, search, settings.homeLists);
    return { bytes, etag, isPublic, freeSearchesLeft };
  }

  /** Counts a search with hits. Returns the free searches that are left today; null for viewers whose searches do not count. */
  async #countFreeSearch(
    { viewer, user }: Searcher,
    variant: Variant,
    search: CatalogSearch,
    bytes: CachedResponse['bytes'],
  ): Promise<number | null> {
    const { freeSearches: perDay, homeLists } = this.settings;
    if (user === null || searchAccessOf(viewer, perDay) !== 'counted') return null;
    const isCounted = search.query !== undefined && !isHomeList(variant, search, homeLists) && hasHits(bytes);
    const [searcherId, today] = [searcherIdOf(this.secrets, user.email), dayOf(this.clock.now())];
    // Searches are stored as keyed hashes only.
    const counted = isCounted
      ? await this.freeSearches.count(searcherId, today, this.secrets.sign('free-search', searchKeyOf(search.query)), perDay)
      : await this.freeSearches.findCount(searcherId, today);
    if (counted === null) throw new FreeSearchesUsedUp(perDay);
    return Math.max(0, perDay - counted);
  }

  async #buildBody(variant: Variant, momentumVisible: boolean, search: CatalogSearch): Promise<unknown> {
    const { rows, ...rest } = await this.#searchRanked(variant, search);
    return { [variant]: momentumVisible ? rows : rows.map(withoutMomentum), page: search.page, ...rest };
  }

  /** A home list in which no row has momentum is ranked by followers, as the page says then. */
  async #searchRanked(variant: Variant, search: CatalogSearch) {
    const page = await this.catalog.search(variant, search);
    const isUnscored = page.rows.length > 0 && page.rows.every(({ momentum_score: score }) => (score ?? null) === null);
    if (!isUnscored || !isHomeList(variant, search, this.settings.homeLists)) return page;
    return this.catalog.search(variant, { ...search, order_by: 'follower_count' });
  }
}

const hasHits = (bytes: Uint8Array): boolean => (JSON.parse(Buffer.from(bytes).toString()) as { readonly total: number }).total > 0;

/** The cache key: every input of the page, whether momentum is visible, and the day, which sparklines and filters by days depend on. */
const cacheKey = (variant: Variant, momentumVisible: boolean, search: CatalogSearch, today: Day): string =>
  `${variant} ${momentumVisible} ${today} ${JSON.stringify({ ...search, use_momentum: undefined })}`;

function withoutMomentum<R extends { readonly momentum_score?: number | null }>(row: R): R {
  const { momentum_score: _hidden, ...rest } = row;
  return rest as R;
}
