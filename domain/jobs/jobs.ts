import type { LockScope } from '#domain/jobs/lock-scope';

/** How an attempt to run a job ended: it ran, its scheduled run was already done, or it is running elsewhere. */
export type JobOutcome = 'ran' | 'done' | 'busy';

/** The locks of jobs, across all instances. */
export abstract class JobLocks {
  /** Runs `work` under the job's lock, or returns 'busy' while another holds it. Fails when the lock is lost meanwhile. */
  abstract runIfFree(job: string, work: (scope: LockScope) => Promise<JobOutcome>): Promise<JobOutcome>;

  /** Which of these jobs hold their lock, on any instance. */
  abstract listHeld(jobs: readonly string[]): Promise<ReadonlySet<string>>;
}

/** One run of a job. */
export interface JobRun {
  readonly job: string;
  /** The day or hour it belongs to, or its start for a job that runs more often. */
  readonly scheduledFor: string;
  readonly startedAt: Date;
}

/** The last run of a job. */
export interface LastJobRun {
  readonly job: string;
  readonly scheduled_for: string;
  readonly started_at: Date;
  readonly succeeded_at: Date | null;
  readonly failed_at: Date | null;
  /** The duration of the last success in milliseconds. */
  readonly took: number | null;
  readonly rows: number | null;
  readonly error: string | null;
}

/** The log of job runs: the history, and one record per job that is updated in place. */
export abstract class JobLog {
  /** Opens a run, or reopens one that failed; false when it was finished before. */
  abstract open(run: JobRun): Promise<boolean>;

  /** Records a success. `isIdle`: a run without work updates the job's record and leaves no history. */
  abstract recordSuccess(run: JobRun, finishedAt: Date, rows: number, isIdle: boolean): Promise<void>;

  /** Records the failure of an open run. Changes nothing when another instance has taken over the run. */
  abstract recordFailure(run: JobRun, failedAt: Date, error: string): Promise<void>;

  /** Deletes the history of a job before a time. */
  abstract deleteBefore(job: string, time: Date): Promise<void>;

  /** The last run of every job that ever ran. */
  abstract listLast(): Promise<readonly LastJobRun[]>;
}
