/** A job that runs by the clock. */
export interface ScheduledJob {
  /** Its name in the log of runs. */
  readonly job: string;
  /** What it does, as a sentence. */
  readonly purpose: string;
  /** When, in UTC: second, minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
}

const DAILY_CRON = /^0 (\d{1,2}) (\d{1,2}) \* \* \*$/;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * When a job that runs once a day was due last, at `now` at the latest. Null for jobs that run more often: their next turn is near, so
 * nothing is lost with a missed one.
 */
export function lastDueAt(cron: string, now: Date): Date | null {
  const [, minute, hour] = DAILY_CRON.exec(cron) ?? [];
  if (minute === undefined || hour === undefined) return null;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

/** The last finished run of a job. */
export interface LastFinishedRun {
  readonly job: string;
  readonly finished_at: Date | null;
}

/**
 * The daily jobs whose last turn went by without a run, as after a time when the server was down. A job that never ran has missed
 * nothing: the installation is new.
 */
export function missedJobs(jobs: readonly ScheduledJob[], runs: readonly LastFinishedRun[], now: Date): ScheduledJob[] {
  return jobs.filter(({ job, cron }) => {
    const due = lastDueAt(cron, now);
    const ownRuns = runs.filter((run) => run.job === job);
    return due !== null && ownRuns.length > 0 && ownRuns.every(({ finished_at }) => finished_at === null || finished_at < due);
  });
}
