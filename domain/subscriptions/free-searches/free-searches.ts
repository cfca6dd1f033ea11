import { queryWords } from '#domain/catalog/keywords/words';
import type { Secrets } from '#domain/secrets';
import { PremiumRequired } from '#domain/errors';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';
import { keywordRefusalSentence } from '#domain/subscriptions/free-searches/free-search-sentences';

const UUID_BYTES = 16;

/** What all spellings of a search share that count as one: case, accents, spaces, and punctuation do not matter. */
export const searchKeyOf = (query: string): string => queryWords(query).join(' ') || query.trim();

/**
 * Whom free searches count for, as a UUID: the address without what follows a `+`, as a keyed hash. Deleting the account and signing up again
 * with the same address therefore gives no new ones. The rows are deleted after the day.
 */
export function searcherIdOf(secrets: Pick<Secrets, 'sign'>, email: string): string {
  const hash = secrets.sign('free-searcher', email.replace(/\+[^@]*(?=@)/, ''));
  return Array.from(hash.slice(-UUID_BYTES), (character) => character.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A user has used all free searches of the day. */
export class FreeSearchesUsedUp extends PremiumRequired {
  constructor(perDay: number) {
    super(keywordRefusalSentence('used_up', perDay) ?? undefined);
  }

  override get headers() {
    return { [FREE_SEARCHES_LEFT_HEADER]: '0' };
  }
}
