import { z } from 'zod';
import { entityTypes } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

/** An issue whose entities can be listed and removed. */
export const CleanupIssue = z
  .enum(['not_searchable', 'never_crawled', 'all_zero'], 'must be not_searchable, never_crawled or all_zero')
  .describe('The issue.');
export type CleanupIssue = z.infer<typeof CleanupIssue>;

/** The entities that a cleanup removes: all of one type with one issue. */
export const Cleanup = z.strictObject({
  entity_type: z.enum(entityTypes, 'must be board, pinner, or pin').describe('The type of entity.'),
  issue_type: CleanupIssue,
});
export type Cleanup = z.infer<typeof Cleanup>;

/** The highest number of entities that a cleanup may be told to expect: that of a 32-bit integer. */
const MAX_EXPECTED = 2_147_483_647;

export const CleanupRequest = Cleanup.extend({
  expected: z
    .int('must be a whole number')
    .min(0)
    .max(MAX_EXPECTED)
    .exactOptional()
    .describe('The most entities to remove, such as the number that a scan found. When more have the issue now, nothing is removed (409).'),
});
export type CleanupRequest = z.infer<typeof CleanupRequest>;

export const CleanupResult = z.object({ deleted: z.int() });

export const IssueCounts = z
  .object({
    all_zero_metrics: z.int(),
    zero_followers: z.int(),
    not_searchable: z.int(),
    never_crawled: z.int(),
    stale_90_days: z.int(),
  })
  .meta({ id: 'IssueCounts', description: 'The number of entities of one type with each issue.' });
export type IssueCounts = Output<typeof IssueCounts>;

export const QualityScan = z
  .object({
    issues: z.object({ boards: IssueCounts, pinners: IssueCounts, pins: IssueCounts }),
    scanned_at: z.iso.datetime().describe('When the scan was made.'),
  })
  .meta({ id: 'QualityScan', description: 'The issues in the catalog, by type of entity.' });
export type QualityScan = Output<typeof QualityScan>;

export const CleanupRecord = z
  .object({
    id: z.int(),
    email: z.string().nullable().describe('Null when the account has been deleted.'),
    entity_type: z.string(),
    issue_type: z.string(),
    matched: z.int(),
    deleted: z.int(),
    started_at: z.iso.datetime(),
    finished_at: z.iso
      .datetime()
      .nullable()
      .describe(
        'Null while it runs. One that was interrupted resumes within a few minutes; starting the same one again continues it at once.',
      ),
    kept: z.int().describe('How many removed entities can still be downloaded.'),
    kept_until: z.iso.datetime().nullable().describe('When they are deleted; null when none is kept.'),
  })
  .meta({ id: 'CleanupRecord', description: 'A cleanup in the audit log.' });
export type CleanupRecord = Output<typeof CleanupRecord>;

/** The pages of a list of issues: rows beyond this are reached by the export. */
const MAX_ISSUE_PAGE = 50_000;

export const IssueQuery = z.object({
  page: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(1)
    .max(MAX_ISSUE_PAGE)
    .default(1)
    .describe('The page, 20 entities each.'),
});

export const IssueRow = z
  .object({
    entity_type: z.enum(entityTypes),
    _id: z.string(),
    title: z.string().describe('What lists call it.'),
    pinner_username: z.string().nullable().describe('The user name of the influencer, or of the owner of the board or pin.'),
    url: z.string().nullable().describe('Its address on Pinterest: as stored, or as it follows from its id or user name.'),
    source: z.string().describe('The file or feed that it comes from.'),
    count: z.int().nullable().describe('Followers of a board or influencer, saves of a pin; null if unknown.'),
    readings: z.int().describe('On how many days its counts were read; removing it removes them.'),
    last_crawled_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'IssueRow', description: 'An entity with a data-quality issue.' });
export type IssueRow = Output<typeof IssueRow>;

export const IssuePage = z
  .object({
    rows: z.array(IssueRow).describe('Boards, then influencers, then pins, each by id.'),
    totals: z.object({ board: z.int(), pinner: z.int(), pin: z.int() }).describe('How many entities of each type have the issue now.'),
    page: z.int(),
    kept_days: z.int().describe('How many days removed entities can be downloaded; 0: they are not kept.'),
    unfinished: z.array(CleanupRecord).describe('Cleanups of this issue that have begun and not finished.'),
  })
  .meta({ id: 'IssuePage', description: 'A page of the entities with a data-quality issue.' });
export type IssuePage = Output<typeof IssuePage>;

/** The files of a cleanup: the removed entities, and the readings of their counts. */
export const removedFiles = ['rows', 'series'] as const;
export type RemovedFile = (typeof removedFiles)[number];
