import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import {
  nullableInteger,
  integerArray,
  nullableBigint,
  binaryTextKey,
  nullableTimestamp,
  requiredTimestamp,
  nullableDouble,
  integerArrayDefaultEmpty,
  nullableBinaryText,
  requiredText,
  nullableText,
  textArray,
  booleanDefaultTrue,
} from '#server/database/schema/columns';

type Columns = Record<string, EntitySchemaColumnOptions>;

/** A table of the catalogue: its key is the entity's own id. Indexes are made by hand in the migrations. */
const table = (name: string, columns: Columns) =>
  new EntitySchema<Record<string, unknown>>({ name, columns: { _id: binaryTextKey, ...columns } });

/** What every entity's row says of where it came from and how it is found. */
const provenance: Columns = {
  topics: textArray,
  searchable: booleanDefaultTrue,
  last_crawled_at: nullableTimestamp,
  imported_at: requiredTimestamp,
  source: requiredText,
  terms: textArray,
};

const scores: Columns = {
  growth: { type: 'double precision', array: true },
  score: { type: 'real', array: true },
  raw: { type: 'double precision', array: true },
  raw_before: { type: 'double precision', array: true, default: '{}' },
  confidence: { type: 'smallint', array: true },
  flags: integerArray,
  rank: integerArrayDefaultEmpty,
  previous_rank: integerArrayDefaultEmpty,
};

export const catalogSchemas = [
  table('boards', {
    name: nullableText,
    description: nullableText,
    url: nullableText,
    image_url: nullableText,
    pinner_id: nullableBinaryText,
    pinner_username: nullableText,
    ...provenance,
  }),
  table('board_metrics', {
    follower_count: nullableInteger,
    collaborator_count: nullableInteger,
    pin_count: nullableInteger,
    follower_growth_last_90_days: nullableDouble,
    collaborator_growth_last_90_days: nullableDouble,
    board_order_modified_at: nullableTimestamp,
    created_at: nullableTimestamp,
  }),
  table('board_series', {
    at: integerArray,
    follower_count: integerArray,
    collaborator_count: integerArray,
    pin_count: integerArray,
    digest: nullableBigint,
  }),
  table('board_scores', scores),
  table('pinners', {
    username: nullableText,
    name: nullableText,
    description: nullableText,
    url: nullableText,
    image_url: nullableText,
    domain_url: nullableText,
    website_url: nullableText,
    profile_reach: nullableInteger,
    ...provenance,
  }),
  table('pinner_metrics', {
    follower_count: nullableInteger,
    profile_views: nullableInteger,
    follower_growth_last_90_days: nullableDouble,
    viewer_growth_last_90_days: nullableDouble,
    created_at: nullableTimestamp,
  }),
  table('pinner_series', { at: integerArray, follower_count: integerArray, profile_views: integerArray, digest: nullableBigint }),
  table('pinner_scores', scores),
  table('pins', {
    name: nullableText,
    description: nullableText,
    url: nullableText,
    image_url: nullableText,
    link: nullableText,
    domain: nullableText,
    pinner_id: nullableBinaryText,
    pinner_username: nullableText,
    board_id: nullableBinaryText,
    queries: textArray,
    ...provenance,
  }),
  table('pin_metrics', {
    saves: nullableInteger,
    repin_count: nullableInteger,
    saves_growth_last_90_days: nullableDouble,
    created_at: nullableTimestamp,
  }),
  table('pin_series', { at: integerArray, saves: integerArray, repin_count: integerArray, digest: nullableBigint }),
  table('pin_scores', scores),
];
