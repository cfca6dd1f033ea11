import type { Direction, Measure } from '#domain/watching/alerts/rules';
import type { EntityType, Variant } from '#domain/catalog/variants';
import * as column from '#server/database/schema/table';
import { type StoredRow, table } from '#server/database/schema/table';

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
export type WatchedItemRow = StoredRow<typeof watchedItemSchema>;

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
export type SavedSearchRow = StoredRow<typeof savedSearchSchema>;

/** The keywords that users saved, by key. */
export const savedKeywordSchema = table('saved_keywords', {
  user_id: column.uuidKey,
  keyword: column.binaryTextKey,
  name: column.requiredText,
  saved_at: column.requiredTimestamp,
});

/** The topics that users pin about, and their own site. */
export const interestsSchema = table('interests', {
  user_id: column.uuidKey,
  topics: column.textArray,
  site: column.nullableText,
});

/** Rules about the items of a watchlist, one of them, or the rows of a saved search. */
export const alertRuleSchema = table('alert_rules', {
  _id: column.generatedUuidKey,
  user_id: column.requiredUuid,
  watchlist_id: column.nullableUuid,
  watched_item_id: column.nullableUuid,
  saved_search_id: column.nullableUuid,
  measure: column.requiredTextOf<Measure>(),
  direction: column.requiredTextOf<Direction>(),
  threshold: column.nullableDouble,
  period: column.nullableText,
  created_at: column.requiredTimestamp,
  evaluated_day: column.dayDefaultNever,
  evaluated_until: column.requiredTimestamp,
});
export type AlertRuleRow = StoredRow<typeof alertRuleSchema>;

/** The entities that matched a rule at its last evaluation. */
export const alertMatchSchema = table('alert_matches', {
  rule_id: column.uuidKey,
  entity: column.textKeyOf<EntityType>(),
  entity_id: column.binaryTextKey,
});
