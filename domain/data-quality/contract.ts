import { z } from 'zod';
import { entityTypes } from '#domain/catalog/variants';
import type { Output } from '#domain/endpoint';

/** The entities that a cleanup removes: all of one type with one issue. */
export const Cleanup = z.strictObject({
  entity_type: z.enum(entityTypes, 'must be board, pinner, or pin').describe('The type of entity.'),
  issue_type: z
    .enum(['not_searchable', 'never_crawled', 'all_zero'], 'must be not_searchable, never_crawled or all_zero')
    .describe('The issue.'),
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
    finished_at: z.iso.datetime().nullable().describe('Null for an interrupted cleanup; starting the same one again continues it.'),
  })
  .meta({ id: 'CleanupRecord', description: 'A cleanup in the audit log.' });
export type CleanupRecord = Output<typeof CleanupRecord>;
