import { z } from 'zod';
import { CleanupRecord, CleanupRequest, CleanupResult, QualityScan } from '#domain/data-quality/contract';
import { MINUTE_MS } from '#domain/durations';
import { endpoint } from '#domain/endpoint';
import { perUser } from '#domain/limits';

export const scanQuality = endpoint('GET /admin/data-quality/scan', {
  summary: 'Counts the issues in the catalog.',
  access: 'admin',
  limits: [perUser('scan', 6, MINUTE_MS)],
  response: QualityScan,
  returns: 'Issues by type of entity.',
  deadlineMs: null,
});

export const cleanCatalog = endpoint('POST /admin/data-quality/cleanup', {
  summary: 'Removes all entities of one type with one issue.',
  access: 'admin',
  limits: [perUser('cleanup', 10, MINUTE_MS)],
  body: CleanupRequest,
  response: CleanupResult,
  returns: 'The number of removed entities.',
  deadlineMs: null,
  errors: { conflict: 'More entities than `expected` have the issue now.', unavailable: 'Another job is writing to the catalog.' },
});

export const listCleanups = endpoint('GET /admin/data-quality/cleanups', {
  summary: 'Lists the latest cleanups and who ran them.',
  access: 'admin',
  limits: [perUser('cleanups', 60, MINUTE_MS)],
  response: z.array(CleanupRecord),
  returns: 'The cleanups, newest first.',
});
