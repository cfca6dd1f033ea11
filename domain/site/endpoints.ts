import { z } from 'zod';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, inMemory, perClientIp, perUser } from '#domain/endpoint';
import { JobStatus, SiteAlarm, SiteSettings } from '#domain/site/contract';

const apiDocsLimit = inMemory(perClientIp('api-docs', 60, MINUTE_MS));

export const viewSettings = endpoint('GET /settings', {
  summary: 'Returns how this site is set up.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [inMemory(perClientIp('settings', 120, MINUTE_MS))],
  response: SiteSettings,
  returns: 'What a page needs to know; no secrets.',
});

export const listJobs = endpoint('GET /admin/jobs', {
  summary: 'Lists the scheduled jobs.',
  limits: [perUser('jobs', 60, MINUTE_MS)],
  response: z.array(JobStatus),
  returns: 'The last run, its result and the next run of each job.',
});

export const runJob = endpoint('POST /admin/jobs/:job/run', {
  summary: 'Starts a run of a scheduled job now, beside its scheduled runs.',
  limits: [perUser('run-job', 20, MINUTE_MS)],
  params: { job: z.string().max(100).describe('The name of the job.') },
  returns: 'Nothing: the run goes on, and the list of jobs shows it.',
  errors: { not_found: 'There is no such job.', conflict: 'The job is running.' },
});

export const listAlarms = endpoint('GET /admin/alarms', {
  summary: 'Lists alarms: failed jobs, waiting emails, old data.',
  limits: [perUser('alarms', 60, MINUTE_MS)],
  response: z.array(SiteAlarm),
  returns: 'An empty list if all is well.',
});

export const viewOpenApiDocument = endpoint('GET /openapi.json', {
  summary: 'Returns this documentation as an OpenAPI document.',
  access: 'anyone',
  isReadableByKey: true,
  isOpenInMaintenance: true,
  limits: [apiDocsLimit],
  response: z.record(z.string(), z.unknown()),
  returns: 'An OpenAPI 3.1 document.',
});

/** The name of a page of the documentation, in a path. */
const DocsPage = z
  .string()
  .regex(/^[a-z-]{1,40}$/, 'must be the name of a page')
  .meta({ description: 'The name of a section with hyphens, or `types`.', examples: ['catalog'] });

export const viewDocs = endpoint('GET /docs', {
  summary: 'Returns the first page of this documentation.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [apiDocsLimit],
  response: z.string(),
  returns: 'The page.',
  mediaType: 'text/html',
});

export const viewDocsPage = endpoint('GET /docs/:page', {
  summary: 'Returns a page of this documentation.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [apiDocsLimit],
  params: { page: DocsPage },
  response: z.string(),
  returns: 'The endpoints of a section, or the types of responses.',
  mediaType: 'text/html',
  errors: { not_found: 'The documentation has no such page.' },
});
