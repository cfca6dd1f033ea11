import { Injectable } from '@nestjs/common';
import type { SavedSearch, SearchToSave } from '#domain/watching/contract';
import type { StoredSearch } from '#domain/watching/saved-searches';
import { watchLimitsOf } from '#domain/watching/watch-limits';
import { type SignedInUser, viewerOf } from '#domain/auth/viewer';
import { Catalog } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { PremiumRequired, InvalidInput } from '#domain/errors';
import { searchRefusalSentence } from '#domain/subscriptions/search-rights';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';
import { type CatalogSearch, catalogSearch } from '#domain/catalog/contract';
import { filterParameters } from '#domain/catalog/filters/filter-values';
import { DEFAULT_SORT } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';

/** The search of a query string; page and page size are those of its first page. */
export function parseSavedSearch(variant: Variant, query: string): CatalogSearch {
  const { page: _page, per_page: _perPage, ...parameters } = Object.fromEntries(new URLSearchParams(query));
  const { success, data, error } = catalogSearch(variant).safeParse(parameters);
  if (success) return data;
  throw new InvalidInput(error.issues.map(({ path, message }) => `query has a ${path.join('.')} that ${message}`));
}

/** The query string of a search, the same for equal searches. */
function formatSavedSearch(variant: Variant, search: CatalogSearch): string {
  const { query, order_by, sort, metric, period } = search;
  const parameters = { query, order_by, ...(sort === DEFAULT_SORT ? {} : { sort }), metric, period };
  const known = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams([...known, ...filterParameters(variant, search)]).toString();
}

/** The searches that a user has saved, with the number of rows that are new since the user last opened each. */
@Injectable()
export class ManageSavedSearches {
  constructor(
    private readonly searches: SavedSearches,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  async list(user: SignedInUser): Promise<readonly SavedSearch[]> {
    const views: SavedSearch[] = [];
    // One after the other: fifty counts at once would take every connection.
    for (const stored of await this.searches.listFor(user.id)) views.push(toView(stored, await this.#countNew(user, stored)));
    return views;
  }

  async save(user: SignedInUser, { name, variant, query }: SearchToSave): Promise<SavedSearch> {
    const search = parseSavedSearch(variant, query);
    const refusal = searchRefusalSentence(viewerOf(user), variant, search);
    if (refusal) throw new PremiumRequired(refusal);
    const limit = watchLimitsOf(viewerOf(user)).savedSearches;
    return toView(
      await this.searches.save(user.id, { name, variant, query: formatSavedSearch(variant, search) }, limit, this.clock.now()),
      0,
    );
  }

  /** Null when the user may no longer see the search, as after Premium has ended. */
  async #countNew(user: SignedInUser, { variant, query, seen_at }: StoredSearch): Promise<number | null> {
    const search = parseSavedSearch(variant, query);
    if (searchRefusalSentence(viewerOf(user), variant, search)) return null;
    return this.catalog.countAddedSince(variant, search, seen_at);
  }
}

const toView = ({ seen_at, ...search }: StoredSearch, newCount: number | null): SavedSearch => ({
  ...search,
  seen_at: seen_at.toISOString(),
  new_count: newCount,
});
