import { countsOf, type Metric } from '#domain/catalog/metrics';
import { flagBit } from '#domain/analytics/growth/momentum-flags';
import { ownScoreColumnCount } from '#domain/analytics/growth/scores';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Cleanup } from '#domain/data-quality/contract';
import { DAY_MS } from '#domain/durations';

/** The facts about a stored entity that decide which issues it has. */
export interface InspectedRow {
  /**
   * Null for an entity that only exists because another row names it. An import sets a crawl time on every row that it reads (the time of
   * the import if the source has none) and never removes one.
   */
  readonly crawled_at: Date | null;
  readonly searchable: boolean;
  /** In the order of `countsOf`; null where unknown. */
  readonly counts: readonly (number | null)[];
  /** The masks of `momentumFlags` by score column; empty without scores. */
  readonly flags: readonly number[];
}

/** A data-quality issue that an entity can have. */
interface Issue {
  readonly name: string;
  /** Its definition, as a sentence. */
  readonly meaning: string;
  readonly entities: readonly EntityType[];
  /** Whether a row has it as of `now`. */
  readonly holds: (row: InspectedRow, entity: EntityType, now: Date) => boolean;
}

/** An entity is stale when its last crawl is more than this many days ago. */
export const STALE_DAYS = 90;

/** Whether the last crawl is too long ago as of `now`. An entity without a crawl is not stale. */
export const isStale = (crawledAt: Date | null, now: Date): boolean =>
  crawledAt !== null && now.getTime() - crawledAt.getTime() > STALE_DAYS * DAY_MS;

const isAllZero = ({ crawled_at, counts }: InspectedRow): boolean => {
  const knownCounts = counts.filter((count) => count !== null);
  return crawled_at !== null && knownCounts.length > 0 && knownCounts.every((count) => count === 0);
};

const countFor = (row: InspectedRow, entity: EntityType, metric: Metric): number | null =>
  row.counts[(countsOf[entity] as readonly Metric[]).indexOf(metric)] ?? null;

/** All issues. The Postgres adapter holds the same conditions in SQL; a test compares both. */
export const issues = [
  {
    name: 'never_crawled',
    meaning: 'Another entity refers to it, but it was never imported itself.',
    entities: entityTypes,
    holds: ({ crawled_at }) => crawled_at === null,
  },
  {
    name: 'not_searchable',
    meaning: 'Its source reports that it no longer exists.',
    entities: entityTypes,
    holds: ({ searchable }) => !searchable,
  },
  {
    name: 'all_zero_metrics',
    meaning: 'It was crawled, and all of its known counts (at least one) are 0.',
    entities: entityTypes,
    holds: isAllZero,
  },
  {
    name: 'zero_followers',
    meaning: 'Its follower count is known to be 0.',
    entities: ['board', 'pinner'],
    holds: (row, entity) => countFor(row, entity, 'follower_count') === 0,
  },
  {
    name: 'stale_90_days',
    meaning: 'Its last crawl is more than 90 days ago.',
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
    meaning: 'One of its own counts grew tenfold or more within a week, from 100 or more, and stayed there.',
    entities: entityTypes,
    holds: ({ flags }, entity) => flags.slice(0, ownScoreColumnCount(entity)).some((mask) => (mask & flagBit.confirmed_step) !== 0),
  },
] as const satisfies readonly Issue[];

export type IssueName = (typeof issues)[number]['name'];

/** Whether an issue applies to a type. */
export const appliesTo = (name: IssueName, entity: EntityType): boolean =>
  issues.some((issue) => issue.name === name && (issue.entities as readonly EntityType[]).includes(entity));

/** The issue that each type of cleanup removes. */
export const issueByCleanupType = {
  not_searchable: 'not_searchable',
  never_crawled: 'never_crawled',
  all_zero: 'all_zero_metrics',
} as const satisfies Record<Cleanup['issue_type'], IssueName>;
