import { AnalyticsQuery, GrowthQuery } from '#domain/analytics/contract';
import { Cleanup } from '#domain/data-quality/contract';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';

/** What administrators see and do. */
export const adminLines = {
  'GET /analytics/dashboard': {
    says: 'Shows how the site is visited.',
    answers: 'Counts and series of the days asked for.',
    query: AnalyticsQuery,
  },
  'GET /admin/analytics': {
    says: 'Shows who grows best.',
    answers: 'Performers by momentum, with the health of the data.',
    query: GrowthQuery,
  },
  'GET /admin/data-quality/scan': { says: 'Counts what is wrong in the catalogue.', answers: 'Issues by kind of thing.' },
  'POST /admin/data-quality/cleanup': {
    says: 'Removes everything of one kind with one issue.',
    answers: 'How many were removed.',
    body: Cleanup,
    refuses: { unavailable: 'Something else is being written into the catalogue.' },
  },
  'GET /admin/data-quality/cleanups': { says: 'Lists the newest cleanups, and who did them.', answers: 'The cleanups, the newest first.' },
  'GET /admin/jobs': { says: 'Lists the scheduled jobs.', answers: 'When each ran last and runs next, and how it went.' },
} as const satisfies Partial<AllEndpointDocs>;
