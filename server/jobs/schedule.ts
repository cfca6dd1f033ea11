import type { ScheduledJob } from '#domain/jobs/schedule';
import type { Config } from '#server/config/config';

/**
 * Every job of the application, with its schedule. Jobs of the same time run one after the other in this order. None with a period is due
 * at its turn: the clock of the server starts a run, and that of the database, which may be a little behind, says which run it is.
 */
export const schedule = [
  {
    job: 'backup',
    purpose: 'Backs up the database into BACKUP_DIR, if it is set.',
    cron: '0 30 2 * * *',
    oncePer: 'day',
    needs: 'BACKUP_DIR',
  },
  { job: 'disk-usage', purpose: 'Measures the database and the backups, once a day.', cron: '0 50 2 * * *', oncePer: 'day' },
  {
    job: 'history',
    purpose: 'Seals finished months of readings, and deletes what is past HISTORY_KEPT_DAYS or IMPORTS_KEPT_DAYS.',
    cron: '0 5 3 * * *',
    oncePer: 'day',
  },
  { job: 'growth', purpose: 'Recomputes growth, momentum, ranks, and top performers.', cron: '0 10 3 * * *', oncePer: 'day' },
  { job: 'keywords', purpose: 'Counts the keywords of all pins, after the recompute.', cron: '0 10 3 * * *', oncePer: 'day' },
  { job: 'weekly-email', purpose: 'Queues the weekly emails where it is Monday, 7 in the morning.', cron: '0 2 * * * *', oncePer: 'hour' },
  {
    job: 'alert-email',
    purpose: 'Queues the daily emails of new alerts where it is 7 in the morning.',
    cron: '0 30 * * * *',
    oncePer: 'hour',
  },
  { job: 'lists', purpose: 'Updates lists after small imports.', cron: '0 * * * * *', oncePer: null },
  { job: 'alerts', purpose: 'Evaluates alert rules, once after each recompute.', cron: '20 * * * * *', oncePer: null },
  { job: 'emails', purpose: 'Sends due emails.', cron: '*/2 * * * * *', oncePer: null },
  { job: 'emails-clean-up', purpose: 'Deletes emails older than 30 days.', cron: '0 40 3 * * *', oncePer: 'day' },
  { job: 'subscriptions', purpose: 'Checks overdue renewals with the payment provider.', cron: '0 20 4 * * *', oncePer: 'day' },
  { job: 'duplicate-subscriptions', purpose: 'Cancels a second subscription of the same user.', cron: '15 * * * * *', oncePer: null },
  { job: 'auth-clean-up', purpose: 'Deletes expired sessions, used codes, and attempt counts.', cron: '0 12 * * * *', oncePer: 'hour' },
  { job: 'linked-tokens', purpose: 'Renews access to linked accounts before it expires.', cron: '0 25 * * * *', oncePer: 'hour' },
  { job: 'linked-answers', purpose: 'Deletes what was read from linked accounts after 15 minutes.', cron: '40 * * * * *', oncePer: null },
  {
    job: 'releases',
    purpose: 'Asks RELEASE_FEED_URL for a newer release, if it is set.',
    cron: '0 50 5 * * *',
    oncePer: 'day',
    needs: 'RELEASE_FEED_URL',
  },
  { job: 'cleanups', purpose: 'Resumes interrupted cleanups.', cron: '35 * * * * *', oncePer: null },
  { job: 'removed-rows', purpose: 'Deletes rows that cleanups removed, after REMOVED_ROWS_DAYS.', cron: '0 45 3 * * *', oncePer: 'day' },
  { job: 'alarms', purpose: 'Sends alarms to administrators and the webhook.', cron: '45 * * * * *', oncePer: null },
  { job: 'events-count', purpose: 'Adds new events to site analytics.', cron: '30 * * * * *', oncePer: null },
  { job: 'events-months', purpose: 'Creates the next months’ event tables.', cron: '0 5 * * * *', oncePer: 'day' },
  { job: 'events-clean-up', purpose: 'Deletes raw events past their retention.', cron: '0 5 * * * *', oncePer: 'day' },
  { job: 'events-deleted-accounts', purpose: 'Removes deleted accounts from raw events.', cron: '0 5 * * * *', oncePer: 'day' },
] as const satisfies readonly ScheduledJob[];

export type JobName = (typeof schedule)[number]['job'];

/** Whether this release has a job of this name. The log still has the runs of jobs that a release removed. */
export const isJobName = (name: string): name is JobName => schedule.some(({ job }) => job === name);

/** The settings that jobs need. */
export type NeededSettings = Pick<Config, 'BACKUP_DIR' | 'RELEASE_FEED_URL'>;

/** Whether a job has nothing to do with these settings. */
export const isJobOff = (name: JobName, settings: NeededSettings): boolean =>
  schedule.some((scheduled) => scheduled.job === name && 'needs' in scheduled && settings[scheduled.needs] === undefined);
