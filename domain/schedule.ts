/** A job that runs by the clock. */
export interface ScheduledJob {
  /** Its name in the log of runs. */
  readonly job: string;
  /** What it does, as a sentence. */
  readonly purpose: string;
  /** When, in UTC: second, minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
}

const DAILY = /^0 (\d{1,2}) (\d{1,2}) \* \* \*$/;
const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/**
 * When a job that runs once a day was due last, at `now` at the latest. Null for jobs that run more often: their next turn is near, so
 * nothing is lost with a missed one.
 */
export function lastDue(cron: string, now: Date): Date | null {
  const [, minute, hour] = DAILY.exec(cron) ?? [];
  if (minute === undefined || hour === undefined) return null;
  const today = Math.floor(now.getTime() / DAY) * DAY + Number(hour) * HOUR + Number(minute) * MINUTE;
  return new Date(today <= now.getTime() ? today : today - DAY);
}

/** The last finished run of a job. */
export interface PastRun {
  readonly job: string;
  readonly finished_at: Date | null;
}

/**
 * The daily jobs whose last turn went by without a run, as after a time when the server was down. A job that never ran has missed
 * nothing: the installation is new.
 */
export function missed(jobs: readonly ScheduledJob[], runs: readonly PastRun[], now: Date): ScheduledJob[] {
  return jobs.filter(({ job, cron }) => {
    const due = lastDue(cron, now);
    const own = runs.filter((run) => run.job === job);
    return due !== null && own.length > 0 && own.every(({ finished_at }) => finished_at === null || finished_at < due);
  });
}
