import { Injectable } from '@nestjs/common';
import type { SavedSearch, SearchToSave } from '#domain/watching/contract';
import type { StoredSearch } from '#domain/watching/saved-searches';
import { watchLimitsOf } from '#domain/watching/watch-limits';
import { type SignedInUser, viewerOf } from '#domain/auth/viewer';
import { Catalog } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { PremiumRequired } from '#domain/errors';
import { formatSavedSearch, parseSavedSearch } from '#server/watching/saved-search-query';
import { searchRefusalSentence } from '#domain/subscriptions/search-rights';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';

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
