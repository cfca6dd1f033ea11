import { queryWords } from '#domain/catalog/keywords/search-terms';
import type { Day } from '#domain/days';
import { PremiumRequired } from '#domain/errors';
import { keywordRefusalSentence } from '#domain/subscriptions/free-searches/free-search-sentences';

/** What all spellings of a search share that count as one: case, accents, spaces, and punctuation do not matter. */
export const searchKeyOf = (query: string): string => queryWords(query).join(' ') || query.trim();

/** A user has used all free searches of the day. */
export class FreeSearchesUsedUp extends PremiumRequired {
  constructor(perDay: number) {
    super(keywordRefusalSentence('used_up', perDay) ?? undefined);
  }
}

/** Counts the free searches of users. */
export abstract class FreeSearches {
  /**
   * Counts a search, once a day, and returns how many of the day have been counted. Returns null, and counts nothing, beyond `limit`, also
   * under concurrency. A search that was counted on this day is free.
   */
  abstract count(userId: string, day: Day, searchHash: string, limit: number): Promise<number | null>;

  /** Returns how many searches of a day have been counted. */
  abstract findCount(userId: string, day: Day): Promise<number>;
}
