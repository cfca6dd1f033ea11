import { z } from 'zod';
import {
  CleanupIssue,
  CleanupRecord,
  CleanupRequest,
  CleanupResult,
  IssuePage,
  IssueQuery,
  QualityScan,
  removedFiles,
} from '#domain/data-quality/contract';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

/** The highest id of a cleanup. */
const MAX_ID = 2_147_483_647;

export const scanQuality = endpoint('GET /admin/data-quality/scan', {
  summary: 'Counts the issues in the catalog.',
  limits: [perUser('scan', 6, MINUTE_MS)],
  response: QualityScan,
  returns: 'Issues by type of entity.',
  deadlineMs: null,
});

export const listIssue = endpoint('GET /admin/data-quality/issues/:issue_type', {
  summary: 'Lists the entities that a cleanup would remove now.',
  limits: [perUser('issues', 120, MINUTE_MS)],
  params: { issue_type: CleanupIssue },
  query: IssueQuery,
  response: IssuePage,
  returns: 'A page of the entities of all three types, and the cleanups of this issue that run.',
  deadlineMs: null,
});

export const exportIssue = endpoint('GET /admin/data-quality/issues/:issue_type/export', {
  summary: 'Exports the entities that a cleanup would remove now.',
  limits: [perUser('issue-exports', 10, MINUTE_MS)],
  params: { issue_type: CleanupIssue },
  response: z.string(),
  returns: 'The entities as CSV with a header row, with the fields of the list.',
  mediaType: 'text/csv',
  deadlineMs: null,
});

export const cleanCatalog = endpoint('POST /admin/data-quality/cleanup', {
  summary:
    'Removes all entities of one type with one issue. Once begun, it is finished even if the caller leaves or the server is interrupted. The removed entities are kept for a while (`REMOVED_ROWS_DAYS`).',
  limits: [perUser('cleanup', 10, MINUTE_MS)],
  body: CleanupRequest,
  response: CleanupResult,
  returns: 'The number of removed entities.',
  deadlineMs: null,
  errors: {
    conflict: 'More entities than `expected` have the issue now.',
    unavailable: 'Another job is writing to the catalog. The cleanup continues by itself when it is done.',
  },
});

export const listCleanups = endpoint('GET /admin/data-quality/cleanups', {
  summary: 'Lists the latest cleanups and who ran them.',
  limits: [perUser('cleanups', 60, MINUTE_MS)],
  response: z.array(CleanupRecord),
  returns: 'The cleanups, newest first.',
});

export const downloadRemoved = endpoint('GET /admin/data-quality/cleanups/:id/:file', {
  summary: 'Downloads what a cleanup removed, in the form that imports read: its entities, or the readings of their counts.',
  limits: [perUser('removed', 20, MINUTE_MS)],
  params: {
    id: z.coerce
      .number('must be a whole number')
      .int('must be a whole number')
      .min(1)
      .max(MAX_ID)
      .meta({ description: 'The id of the cleanup.', examples: [1] }),
    file: z
      .enum(removedFiles, 'must be rows or series')
      .describe('`rows` for `corklight import boards` (or `pinners`, `pins`), `series` for `corklight import series`.'),
  },
  response: z.string(),
  returns: 'One JSON object per line.',
  mediaType: 'application/x-ndjson',
  deadlineMs: null,
  errors: { not_found: 'There is no such cleanup, or nothing of it is kept any more.' },
});
