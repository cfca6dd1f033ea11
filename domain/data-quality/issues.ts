import { countsOf, type Metric } from '#domain/catalog/metrics';
import { flagBit } from '#domain/analytics/growth/momentum-flags';
import { ownScoreColumnCount } from '#domain/analytics/growth/scores';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Cleanup } from '#domain/data-quality/contract';

/** What of a stored entity says whether something is wrong with it. */
export interface InspectedRow {
  /**
   * Null for who was made by a reference and never imported as a row of its own: an import gives every row of its own a time of crawl, its
   * own time where the source names none, and never takes one away.
   */
  readonly crawled_at: Date | null;
  readonly searchable: boolean;
  /** In the order of `countsOf`; null where unknown. */
  readonly counts: readonly (number | null)[];
  /** The masks of `momentumFlags` by slot; empty for who has no scores. */
  readonly flags: readonly number[];
}

/** Something that can be wrong with an entity. */
export interface Issue {
  readonly name: string;
  /** What it means, as a sentence. */
  readonly meaning: string;
  /** What can have it. */
  readonly entities: readonly EntityType[];
  /** Does this row have it, as of `now`? */
  readonly holds: (row: InspectedRow, entity: EntityType, now: Date) => boolean;
}

/** After so many days without a crawl an entity is stale. */
export const STALE_DAYS = 90;
const DAY_MS = 86_400_000;

/** Was its last crawl too long ago, as of `now`? Who was never crawled is not stale. */
export const isStale = (crawledAt: Date | null, now: Date): boolean =>
  crawledAt !== null && now.getTime() - crawledAt.getTime() > STALE_DAYS * DAY_MS;

const isAllZero = ({ crawled_at, counts }: InspectedRow): boolean => {
  const knownCounts = counts.filter((count) => count !== null);
  return crawled_at !== null && knownCounts.length > 0 && knownCounts.every((count) => count === 0);
};

const countFor = (row: InspectedRow, entity: EntityType, metric: Metric): number | null =>
  row.counts[(countsOf[entity] as readonly Metric[]).indexOf(metric)] ?? null;

/** Every issue; adapters hold the form of each in the language of their store. */
export const issues = [
  {
    name: 'never_crawled',
    meaning: 'Something else refers to it, and it was never imported as a row of its own.',
    entities: entityTypes,
    holds: ({ crawled_at }) => crawled_at === null,
  },
  {
    name: 'not_searchable',
    meaning: 'Its source says that it is gone.',
    entities: entityTypes,
    holds: ({ searchable }) => !searchable,
  },
  {
    name: 'all_zero_metrics',
    meaning: 'It was crawled, at least one of its counts is known, and every known one is 0.',
    entities: entityTypes,
    holds: isAllZero,
  },
  {
    name: 'zero_followers',
    meaning: 'Its followers are known, and there are none.',
    entities: ['board', 'pinner'],
    holds: (row, entity) => countFor(row, entity, 'follower_count') === 0,
  },
  {
    name: 'stale_90_days',
    meaning: 'Its last crawl is over 90 days ago.',
    entities: entityTypes,
    holds: ({ crawled_at }, _, now) => isStale(crawled_at, now),
  },
  {
    name: 'suspicious',
    meaning: 'All of its known counts are 0.',
    entities: entityTypes,
    holds: isAllZero,
  },
  {
    name: 'spam',
    meaning: 'One of its own counts rose tenfold or more within a week, from 100 or more, and stayed there.',
    entities: entityTypes,
    holds: ({ flags }, entity) => flags.slice(0, ownScoreColumnCount(entity)).some((mask) => (mask & flagBit.confirmed_step) !== 0),
  },
] as const satisfies readonly Issue[];

export type IssueName = (typeof issues)[number]['name'];

/** Does the issue know entities of this type? */
export const appliesTo = (name: IssueName, entity: EntityType): boolean =>
  issues.some((issue) => issue.name === name && (issue.entities as readonly EntityType[]).includes(entity));

/** The issue that a cleanup removes. */
export const issueByCleanupType = {
  not_searchable: 'not_searchable',
  never_crawled: 'never_crawled',
  all_zero: 'all_zero_metrics',
} as const satisfies Record<Cleanup['issue_type'], IssueName>;
