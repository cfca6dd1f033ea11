import * as column from '#server/database/schema/columns';
import { type Columns, table } from '#server/database/schema/columns';

/** A table of the catalog, with the id of the entity as its key. */
const catalogTable = <C extends Columns>(name: string, columns: C) => table(name, { _id: column.binaryTextKey, ...columns });

/** Columns of every entity: its origin and its search terms. */
const provenance = {
  topics: column.textArray,
  searchable: column.booleanDefaultTrue,
  last_crawled_at: column.nullableTimestamp,
  imported_at: column.requiredTimestamp,
  source: column.requiredText,
  terms: column.textArray,
};

const scores = {
  growth: column.doubleArray,
  score: column.realArray,
  raw: column.doubleArray,
  raw_before: column.doubleArrayDefaultEmpty,
  confidence: column.smallintArray,
  flags: column.integerArray,
  rank: column.integerArrayDefaultEmpty,
  previous_rank: column.integerArrayDefaultEmpty,
};

export const catalogSchemas = [
  catalogTable('boards', {
    name: column.nullableText,
    description: column.nullableText,
    url: column.nullableText,
    image_url: column.nullableText,
    pinner_id: column.nullableBinaryText,
    pinner_username: column.nullableText,
    ...provenance,
  }),
  catalogTable('board_metrics', {
    follower_count: column.nullableInteger,
    collaborator_count: column.nullableInteger,
    pin_count: column.nullableInteger,
    follower_growth_last_90_days: column.nullableDouble,
    collaborator_growth_last_90_days: column.nullableDouble,
    board_order_modified_at: column.nullableTimestamp,
    created_at: column.nullableTimestamp,
  }),
  catalogTable('board_series', {
    at: column.integerArray,
    follower_count: column.integerArray,
    collaborator_count: column.integerArray,
    pin_count: column.integerArray,
    digest: column.nullableBigint,
  }),
  catalogTable('board_scores', scores),
  catalogTable('pinners', {
    username: column.nullableText,
    name: column.nullableText,
    description: column.nullableText,
    url: column.nullableText,
    image_url: column.nullableText,
    domain_url: column.nullableText,
    website_url: column.nullableText,
    profile_reach: column.nullableInteger,
    ...provenance,
  }),
  catalogTable('pinner_metrics', {
    follower_count: column.nullableInteger,
    profile_views: column.nullableInteger,
    follower_growth_last_90_days: column.nullableDouble,
    viewer_growth_last_90_days: column.nullableDouble,
    created_at: column.nullableTimestamp,
  }),
  catalogTable('pinner_series', {
    at: column.integerArray,
    follower_count: column.integerArray,
    profile_views: column.integerArray,
    digest: column.nullableBigint,
  }),
  catalogTable('pinner_scores', scores),
  catalogTable('pins', {
    name: column.nullableText,
    description: column.nullableText,
    url: column.nullableText,
    image_url: column.nullableText,
    link: column.nullableText,
    domain: column.nullableText,
    pinner_id: column.nullableBinaryText,
    pinner_username: column.nullableText,
    board_id: column.nullableBinaryText,
    queries: column.textArray,
    ...provenance,
  }),
  catalogTable('pin_metrics', {
    saves: column.nullableInteger,
    repin_count: column.nullableInteger,
    saves_growth_last_90_days: column.nullableDouble,
    created_at: column.nullableTimestamp,
  }),
  catalogTable('pin_series', {
    at: column.integerArray,
    saves: column.integerArray,
    repin_count: column.integerArray,
    digest: column.nullableBigint,
  }),
  catalogTable('pin_scores', scores),
];
