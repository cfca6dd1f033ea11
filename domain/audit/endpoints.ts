import { z } from 'zod';
import { AuditFilters, AuditPage, AuditSearch } from '#domain/audit/contract';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

export const listAudit = endpoint('GET /admin/audit', {
  summary: 'Lists who did what: every administrative act by page, API, or command.',
  limits: [perUser('audit', 120, MINUTE_MS)],
  query: AuditSearch,
  response: AuditPage,
  returns: 'A page of the audit, the newest first.',
});

export const exportAudit = endpoint('GET /admin/audit/export', {
  summary: 'Exports the audit, which is an act of its own.',
  limits: [perUser('audit-exports', 10, MINUTE_MS)],
  query: AuditFilters,
  response: z.string(),
  returns: 'The matching entries as CSV with a header row, the newest first.',
  mediaType: 'text/csv',
  deadlineMs: null,
});
