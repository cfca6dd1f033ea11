import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import {
  count,
  counts,
  digest,
  id,
  instant,
  known,
  percent,
  places,
  reference,
  required,
  text,
  words,
  yes,
} from '#server/database/schema/columns';

type Columns = Record<string, EntitySchemaColumnOptions>;

/** A table of the catalogue: its key is the entity's own id. Indexes are made by hand in the migrations. */
const table = (name: string, columns: Columns) => new EntitySchema<Record<string, unknown>>({ name, columns: { _id: id, ...columns } });

/** What every entity's row says of where it came from and how it is found. */
const provenance: Columns = {
  topics: words,
  searchable: yes,
  last_crawled_at: instant,
  imported_at: known,
  source: required,
  terms: words,
};

const scores: Columns = {
  growth: { type: 'double precision', array: true },
  score: { type: 'real', array: true },
  raw: { type: 'double precision', array: true },
  raw_before: { type: 'double precision', array: true, default: '{}' },
  confidence: { type: 'smallint', array: true },
  flags: counts,
  rank: places,
  previous_rank: places,
};

export const catalogueSchemas = [
  table('boards', {
    name: text,
    description: text,
    url: text,
    image_url: text,
    pinner_id: reference,
    pinner_username: text,
    ...provenance,
  }),
  table('board_metrics', {
    follower_count: count,
    collaborator_count: count,
    pin_count: count,
    follower_growth_last_90_days: percent,
    collaborator_growth_last_90_days: percent,
    board_order_modified_at: instant,
    created_at: instant,
  }),
  table('board_series', { at: counts, follower_count: counts, collaborator_count: counts, pin_count: counts, digest }),
  table('board_scores', scores),
  table('pinners', {
    username: text,
    name: text,
    description: text,
    url: text,
    image_url: text,
    domain_url: text,
    website_url: text,
    profile_reach: count,
    ...provenance,
  }),
  table('pinner_metrics', {
    follower_count: count,
    profile_views: count,
    follower_growth_last_90_days: percent,
    viewer_growth_last_90_days: percent,
    created_at: instant,
  }),
  table('pinner_series', { at: counts, follower_count: counts, profile_views: counts, digest }),
  table('pinner_scores', scores),
  table('pins', {
    name: text,
    description: text,
    url: text,
    image_url: text,
    link: text,
    domain: text,
    pinner_id: reference,
    pinner_username: text,
    board_id: reference,
    queries: words,
    ...provenance,
  }),
  table('pin_metrics', { saves: count, repin_count: count, saves_growth_last_90_days: percent, created_at: instant }),
  table('pin_series', { at: counts, saves: counts, repin_count: counts, digest }),
  table('pin_scores', scores),
];
