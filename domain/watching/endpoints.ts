import { z } from 'zod';
import { KeywordText } from '#domain/keywords/contract';
import {
  ItemNote,
  ItemToWatch,
  KeywordsToSave,
  SavedKeywordList,
  SavedSearch,
  SavedSearchId,
  SearchToSave,
  WatchedItemId,
  WatchedItemKey,
  Watching,
  Watchlist,
  WatchlistDetail,
  WatchlistId,
  WatchlistIdOrDefault,
  WatchlistName,
} from '#domain/watching/contract';
import { freeWatchLimits, premiumWatchLimits } from '#domain/watching/watch-limits';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

const readLimits = [perUser('watchlists', 120, MINUTE_MS)];
const writeLimits = [perUser('watching', 60, MINUTE_MS)];
const noList = 'You have no such watchlist.';
const noItem = 'The watchlist has no such item, or is not yours.';
const sameName = 'You have a watchlist with this name.';

export const listWatchlists = endpoint('GET /users/me/watchlists', {
  summary: 'Lists your watchlists with the keys of their items.',
  isReadableByKey: true,
  limits: readLimits,
  response: Watching,
  returns: 'The watchlists, oldest first, and how many you may have.',
});

export const viewWatchlist = endpoint('GET /users/me/watchlists/:id', {
  summary: 'Returns a watchlist with the current figures of its items.',
  isReadableByKey: true,
  limits: readLimits,
  params: { id: WatchlistId },
  response: WatchlistDetail,
  returns: 'The watchlist, the newest items first.',
  errors: { not_found: noList },
});

export const createWatchlist = endpoint('POST /users/me/watchlists', {
  summary: 'Creates a watchlist.',
  limits: writeLimits,
  body: WatchlistName,
  response: Watchlist,
  returns: 'The new watchlist.',
  errors: {
    conflict: sameName,
    not_possible: `You have as many watchlists as your plan allows: ${freeWatchLimits.lists}, or ${premiumWatchLimits.lists} with Premium.`,
  },
});

export const renameWatchlist = endpoint('PATCH /users/me/watchlists/:id', {
  summary: 'Renames a watchlist.',
  limits: writeLimits,
  params: { id: WatchlistId },
  body: WatchlistName,
  errors: { not_found: noList, conflict: sameName },
});

export const deleteWatchlist = endpoint('DELETE /users/me/watchlists/:id', {
  summary: 'Deletes a watchlist with its items and notes.',
  limits: writeLimits,
  params: { id: WatchlistId },
  errors: { not_found: noList },
});

export const watchItem = endpoint('POST /users/me/watchlists/:id/items', {
  summary: 'Adds a board, pinner, or pin to a watchlist. Adding an item twice has no effect.',
  limits: writeLimits,
  params: { id: WatchlistIdOrDefault },
  body: ItemToWatch,
  response: WatchedItemKey,
  returns: 'The key of the item.',
  errors: {
    not_found: 'You have no such watchlist, or the entity is not in the index.',
    not_possible: `The list is full: ${freeWatchLimits.itemsPerList} items, or ${premiumWatchLimits.itemsPerList} with Premium.`,
  },
});

export const changeWatchedItem = endpoint('PATCH /users/me/watchlists/:id/items/:item', {
  summary: 'Replaces the note of a watched item.',
  limits: writeLimits,
  params: { id: WatchlistId, item: WatchedItemId },
  body: ItemNote,
  errors: { not_found: noItem },
});

export const unwatchItem = endpoint('DELETE /users/me/watchlists/:id/items/:item', {
  summary: 'Removes an item from a watchlist.',
  limits: writeLimits,
  params: { id: WatchlistId, item: WatchedItemId },
  errors: { not_found: noItem },
});

const noSearch = 'You have no such saved search.';

export const listSavedSearches = endpoint('GET /users/me/saved-searches', {
  summary: 'Lists your saved searches with the number of rows that are new since you opened each.',
  isReadableByKey: true,
  limits: [perUser('saved-searches', 60, MINUTE_MS)],
  response: z.array(SavedSearch),
  returns: 'The searches, oldest first.',
});

export const saveSearch = endpoint('POST /users/me/saved-searches', {
  summary: 'Saves a search of a list.',
  limits: writeLimits,
  body: SearchToSave,
  response: SavedSearch,
  returns: 'The saved search.',
  errors: {
    premium_required: 'Your plan does not include the search.',
    conflict: 'You have a saved search with this name.',
    not_possible: `You have as many as your plan allows: ${freeWatchLimits.savedSearches}, or ${premiumWatchLimits.savedSearches} with Premium.`,
  },
});

export const markSearchSeen = endpoint('POST /users/me/saved-searches/:id/seen', {
  summary: 'Records that you have opened a saved search: what is new is counted from now on.',
  limits: writeLimits,
  params: { id: SavedSearchId },
  errors: { not_found: noSearch },
});

export const deleteSavedSearch = endpoint('DELETE /users/me/saved-searches/:id', {
  summary: 'Deletes a saved search.',
  limits: writeLimits,
  params: { id: SavedSearchId },
  errors: { not_found: noSearch },
});

export const listSavedKeywords = endpoint('GET /users/me/keywords', {
  summary: 'Lists your saved keywords with their figures.',
  isReadableByKey: true,
  limits: readLimits,
  response: SavedKeywordList,
  returns: 'The keywords, newest first, and how many you may save. Opportunity only with Premium.',
});

export const saveKeywords = endpoint('POST /users/me/keywords', {
  summary: 'Saves keywords: all of them or none. Saved ones stay as they are.',
  limits: writeLimits,
  body: KeywordsToSave,
  errors: {
    not_found: 'One of them has no word, or more than ten.',
    not_possible: `You would have more than your plan allows: ${freeWatchLimits.savedKeywords}, or ${premiumWatchLimits.savedKeywords} with Premium.`,
  },
});

export const removeSavedKeyword = endpoint('DELETE /users/me/keywords/:keyword', {
  summary: 'Removes a saved keyword.',
  limits: writeLimits,
  params: { keyword: KeywordText },
  errors: { not_found: 'You have not saved it.' },
});
