import type { AlertRule } from '#domain/watching/alerts/contract';
import type { SavedSearch, WatchedItem, Watching } from '#domain/watching/contract';

/** A board in the only watchlist of a user without Premium. */
export const watchedKey = { _id: 'i1', watchlist_id: 'w1', entity: 'board', entity_id: 'b1' } as const;
export const freeLimits = { lists: 1, items_per_list: 10 };
export const watchingOf = (items: readonly (typeof watchedKey)[]): Watching => ({
  watchlists: [{ _id: 'w1', name: 'Watchlist', items: [...items] }],
  limits: freeLimits,
});

export const aWatchedItem = (over: Partial<WatchedItem> = {}): WatchedItem => ({
  _id: 'i1',
  entity: 'board',
  entity_id: 'b1',
  title: 'Etsy sellers unite',
  owner: 'mira',
  image_url: null,
  pictures: [],
  sparkline: null,
  value: 12_400,
  growth_last_90_days: 4.1,
  read_on: new Date().toISOString().slice(0, 10),
  note: '',
  added_on: '2026-11-03',
  added_value: 12_273,
  is_gone: false,
  ...over,
});

export const anAlertRule = (over: Partial<AlertRule> = {}): AlertRule => ({
  _id: 'r1',
  measure: 'momentum',
  direction: 'above',
  threshold: 60,
  period: null,
  watchlist_id: null,
  watched_item_id: null,
  saved_search_id: null,
  target_name: 'Etsy sellers unite',
  sentence: 'Momentum rises to 60',
  ...over,
});

export const aSavedSearch = (over: Partial<SavedSearch> = {}): SavedSearch => ({
  _id: 's1',
  name: 'Big boards',
  variant: 'boards',
  query: 'order_by=follower_count&collaborators=2..',
  seen_at: '2026-11-17T10:00:00.000Z',
  new_count: 12,
  ...over,
});
