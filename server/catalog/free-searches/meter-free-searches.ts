import type { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import type { Secrets } from '#domain/secrets';
import { FreeSearchesUsedUp, searcherIdOf, searchKeyOf } from '#domain/subscriptions/free-searches/free-searches';
import type { FreeSearches } from '#server/catalog/free-searches/postgres/free-searches';

/** Counts the keyword searches of confirmed accounts without Premium. */
export class MeterFreeSearches {
  constructor(
    private readonly freeSearches: FreeSearches,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** Counts a search that an account may make, unless it has no keywords or no hits (null), and returns how many of `perDay` are left today. */
  async meter(email: string, keywords: string | null, perDay: number): Promise<number> {
    const today = dayOf(this.clock.now());
    const searcherId = searcherIdOf(this.secrets, email);
    const counted =
      keywords === null
        ? await this.freeSearches.findCount(searcherId, today)
        : await this.freeSearches.count(searcherId, today, this.#hash(keywords), perDay);
    if (counted === null) throw new FreeSearchesUsedUp(perDay);
    return Math.max(0, perDay - counted);
  }

  /** Searches are stored as keyed hashes only. */
  readonly #hash = (query: string): string => this.secrets.sign('free-search', searchKeyOf(query));
}
