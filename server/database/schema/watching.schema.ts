import type { EntityType, Variant } from '#domain/catalog/variants';
import * as column from '#server/database/schema/columns';
import { type Row, table } from '#server/database/schema/columns';

/** The lists of what users watch. */
export const watchlistSchema = table('watchlists', {
  _id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  name: column.requiredText,
  created_at: column.requiredTimestamp,
});

/** The items of watchlists. An item outlives its entity, and keeps its title. */
export const watchedItemSchema = table('watched_items', {
  _id: column.generatedUuidKey,
  watchlist_id: column.requiredUuid,
  entity: column.requiredTextOf<EntityType>(),
  entity_id: column.binaryText,
  title: column.requiredText,
  note: column.requiredText,
  added_at: column.requiredTimestamp,
  added_value: column.nullableInteger,
});
export type WatchedItemRow = Row<typeof watchedItemSchema>;

/** The searches that users saved. */
export const savedSearchSchema = table('saved_searches', {
  _id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  name: column.requiredText,
  variant: column.requiredTextOf<Variant>(),
  query: column.requiredText,
  created_at: column.requiredTimestamp,
  seen_at: column.requiredTimestamp,
});
export type SavedSearchRow = Row<typeof savedSearchSchema>;

export const watchingSchemas = [watchlistSchema, watchedItemSchema, savedSearchSchema];
