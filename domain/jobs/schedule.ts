import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import type { LastJobRun } from '#domain/jobs/jobs';

/** A job that runs on a schedule. */
export interface ScheduledJob {
  /** Its name in the log of runs. */
  readonly job: string;
  /** What it does, as a sentence. */
  readonly purpose: string;
  /** When, in UTC: second, minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  /** One run per day or hour across all instances. Null: every instance runs it every time, and its work is safe to run concurrently. */
  readonly oncePer: 'day' | 'hour' | null;
  /** The setting without which the job is off. */
  readonly needs?: string;
}

/** The names of jobs whose own is no word for people. */
const jobNames = new Map([
  ['emails', 'Send emails'],
  ['emails-clean-up', 'Delete old emails'],
  ['auth-clean-up', 'Delete expired sessions'],
  ['linked-tokens', 'Linked accounts'],
  ['events-count', 'Count events'],
  ['events-months', 'Prepare event tables'],
  ['events-clean-up', 'Delete old events'],
  ['events-deleted-accounts', 'Remove deleted accounts from events'],
]);

/** A job's name on screen: `Weekly email` for `weekly-email`. */
export const jobName = (job: string): string => jobNames.get(job) ?? (job[0] ?? '').toUpperCase() + job.slice(1).replaceAll('-', ' ');

const LABEL_LENGTHS = { day: '2026-08-23'.length, hour: '2026-08-23T03'.length } as const;

/** The name of the scheduled run that a time belongs to, such as `2026-08-23` for a daily job and `2026-08-23T03` for an hourly one. */
export const scheduledRunAt = (time: Date, oncePer: ScheduledJob['oncePer']): string =>
  time.toISOString().slice(0, oncePer === null ? undefined : LABEL_LENGTHS[oncePer]);

const DAILY_CRON = /^0 (\d{1,2}) (\d{1,2}) \* \* \*$/;

/** When a daily job was last due. Null for jobs that run more often: the next run covers a missed one. */
export function lastDueAt(cron: string, now: Date): Date | null {
  const match = DAILY_CRON.exec(cron);
  if (!match) return null;
  const [, minute, hour] = match;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/** Whether the process of a run was killed: it was begun, is neither done nor failed, and no one holds the lock of its job. */
export function wasKilled(run: Pick<LastJobRun, 'started_at' | 'succeeded_at' | 'failed_at' | 'error'>, isHeld: boolean): boolean {
  const isOver = (at: Date | null) => at !== null && at >= run.started_at;
  return !isHeld && run.error === null && !isOver(run.succeeded_at) && !isOver(run.failed_at);
}

/** The daily jobs that were due since their last success, as after a downtime. A job without any run missed nothing: the installation is new. */
export function missedJobs<Job extends ScheduledJob>(
  jobs: readonly Job[],
  successes: readonly Pick<LastJobRun, 'job' | 'succeeded_at'>[],
  now: Date,
): Job[] {
  return jobs.filter(({ job, cron }) => {
    const due = lastDueAt(cron, now);
    const last = successes.find((success) => success.job === job);
    return due !== null && last !== undefined && (last.succeeded_at === null || last.succeeded_at < due);
  });
}

/** The daily jobs whose last run began before they were due, and has not succeeded: while it lasted, they could not run. */
export const heldUpJobs = <Job extends ScheduledJob>(
  jobs: readonly Job[],
  runs: readonly Pick<LastJobRun, 'job' | 'started_at' | 'succeeded_at'>[],
  now: Date,
): Job[] =>
  missedJobs(jobs, runs, now).filter(({ job, cron }) => runs.some((run) => run.job === job && run.started_at < lastDueAt(cron, now)!));
