import type { Viewer } from '#domain/auth/viewer';
import { hasEntitlement } from '#domain/subscriptions/entitlements';

/** How much one user may watch. */
export interface WatchLimits {
  readonly lists: number;
  readonly itemsPerList: number;
}

export const freeWatchLimits: WatchLimits = { lists: 1, itemsPerList: 10 };
export const premiumWatchLimits: WatchLimits = { lists: 20, itemsPerList: 200 };

/** What this viewer may watch. What is stored beyond it, after Premium has ended, stays readable and removable. */
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
