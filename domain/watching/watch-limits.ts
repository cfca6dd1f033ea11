import type { Viewer } from '#domain/auth/viewer';
import { hasEntitlement } from '#domain/subscriptions/entitlements';

/** How many keywords can be saved by one request. */
export const MAX_SAVED_KEYWORDS_PER_REQUEST = 100;

/** How much one user may watch. */
export interface WatchLimits {
  readonly lists: number;
  readonly itemsPerList: number;
  readonly savedSearches: number;
  readonly savedKeywords: number;
  readonly alertRules: number;
}

export const freeWatchLimits: WatchLimits = { lists: 1, itemsPerList: 10, savedSearches: 1, savedKeywords: 10, alertRules: 0 };
export const premiumWatchLimits: WatchLimits = { lists: 20, itemsPerList: 200, savedSearches: 50, savedKeywords: 200, alertRules: 50 };

/** The limits of this viewer. Items beyond them, after Premium has ended, stay readable and removable. */
export const watchLimitsOf = (viewer: Viewer): WatchLimits =>
  hasEntitlement(viewer, 'more_watchlists') ? premiumWatchLimits : freeWatchLimits;

/** Why another list is refused. */
export const listLimitSentence = ({ lists }: WatchLimits): string =>
  lists === freeWatchLimits.lists
    ? `You can have ${lists} watchlist. Premium has up to ${premiumWatchLimits.lists}.`
    : `You can have up to ${lists} watchlists.`;

/** Why another item in a list is refused. */
export const itemLimitSentence = ({ itemsPerList }: WatchLimits): string =>
  itemsPerList === freeWatchLimits.itemsPerList
    ? `This list is full: it has room for ${itemsPerList} items, and with Premium for ${premiumWatchLimits.itemsPerList}.`
    : `This list is full: it has room for ${itemsPerList} items.`;

/** Why another saved search is refused. */
export const searchLimitSentence = (limit: number): string =>
  limit === freeWatchLimits.savedSearches
    ? `You can save ${limit} search. Premium saves up to ${premiumWatchLimits.savedSearches}.`
    : `You can save up to ${limit} searches.`;

/** Why more saved keywords are refused. */
export const keywordLimitSentence = (limit: number): string =>
  limit === freeWatchLimits.savedKeywords
    ? `You can save ${limit} keywords, and with Premium ${premiumWatchLimits.savedKeywords}.`
    : `You can save up to ${limit} keywords.`;

/** Why another alert rule is refused. */
export const ruleLimitSentence = (limit: number): string => `You can have up to ${limit} alert rules.`;
