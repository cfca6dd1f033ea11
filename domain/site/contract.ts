import { z } from 'zod';
import type { Output } from '#domain/endpoint';
import { alarmKinds } from '#domain/operations/alarms';

const nullableTime = z.iso.datetime().nullable();

export const ApiErrorBody = z
  .object({
    error: z.string().describe('The first message.'),
    errors: z.array(z.string()).describe('All messages.'),
    code: z.string().describe('A stable error code.'),
  })
  .meta({ id: 'ApiErrorBody', description: 'The body of every error response.' });
export type ApiErrorBody = Output<typeof ApiErrorBody>;

export const SiteSettings = z
  .object({
    brand: z.string(),
    support_email: z.string(),
    version: z.string(),
    demo: z.boolean().describe('True while the catalog contains the demo.'),
    image_hosts: z.array(z.string()).describe('The hosts besides this site that pictures may be loaded from, by https.'),
    home_keywords: z
      .record(z.string(), z.array(z.string()))
      .describe('The keywords that take the place of a home list with fewer than three rows, by that of the list.'),
    registration: z.enum(['open', 'closed']).describe('Whether visitors can sign up.'),
    single_sign_on: z.string().nullable().describe('The label of the button that signs in with the OpenID provider; null without one.'),
    demo_sign_in: z.boolean().describe('True if you can sign in as a demo user without a password.'),
    local_mail: z.boolean().describe('True if emails are not sent but shown at `/dev/mail`.'),
    needs_printed_address: z
      .array(z.enum(['demo_sign_in', 'local_mail']))
      .describe(
        'What opens in this browser of the server’s own machine once it has opened the address that the server printed at its start.',
      ),
    testimonial: z
      .object({ text: z.string(), author: z.string() })
      .nullable()
      .describe("A customer's quote for the home page; null without one."),
  })
  .meta({ id: 'SiteSettings', description: 'The public settings of this site.' });
export type SiteSettings = Output<typeof SiteSettings>;

export const SiteAlarm = z
  .object({
    kind: z
      .enum(alarmKinds)
      .describe(
        'What it is about: maintenance, a job, emails, the age of the data, backups, the room on the disk, an import, or the webhook.',
      ),
    text: z.string().describe('What is wrong, as a sentence.'),
  })
  .meta({ id: 'SiteAlarm', description: 'Something that an administrator should look at.' });
export type SiteAlarm = Output<typeof SiteAlarm>;

export const JobStatus = z
  .object({
    job: z.string(),
    purpose: z.string().describe('What the job does, in one sentence.'),
    last_scheduled_for: z.string().nullable().describe('The last scheduled run.'),
    last_started_at: nullableTime,
    last_finished_at: nullableTime,
    last_succeeded_at: nullableTime,
    last_failed_at: nullableTime,
    took: z.number().nullable().describe('How long the last finished run took, in milliseconds.'),
    rows: z.int().nullable(),
    error: z.string().nullable(),
    next_at: nullableTime,
    running: z.boolean(),
    killed: z.boolean().describe('True if the process of the last run ended without an end of the run. Another one takes it over.'),
    off: z.boolean().describe('True if the settings leave it nothing to do, as `backup` without BACKUP_DIR.'),
  })
  .meta({ id: 'JobStatus', description: 'A scheduled job. Times are ISO 8601 in UTC.' });
export type JobStatus = Output<typeof JobStatus>;
