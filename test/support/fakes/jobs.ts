import { JobLocks, JobLog, type JobOutcome, type JobRun, type LastJobRun } from '#domain/jobs/jobs';
import { LockScope } from '#domain/jobs/lock-scope';

/** Job locks within one process. */
export class FakeJobLocks extends JobLocks {
  readonly held = new Map<string, LockScope>();

  async runIfFree(job: string, work: (scope: LockScope) => Promise<JobOutcome>): Promise<JobOutcome> {
    if (this.held.has(job)) return 'busy';
    const scope = new LockScope();
    this.held.set(job, scope);
    try {
      return await work(scope);
    } finally {
      this.held.delete(job);
      scope.throwIfRevoked();
    }
  }

  async listHeld(jobs: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(jobs.filter((job) => this.held.has(job)));
  }
}

interface HistoryEntry {
  readonly job: string;
  readonly scheduledFor: string;
  startedAt: Date;
  finishedAt: Date | null;
  rows: number | null;
  error: string | null;
}

/** A job log in memory. */
export class FakeJobLog extends JobLog {
  history: HistoryEntry[] = [];
  readonly #last = new Map<string, LastJobRun>();

  async open({ job, scheduledFor, startedAt }: JobRun): Promise<boolean> {
    const entry = this.#find(job, scheduledFor);
    if (entry?.finishedAt) return false;
    if (entry) Object.assign(entry, { startedAt, error: null });
    else this.history.push({ job, scheduledFor, startedAt, finishedAt: null, rows: null, error: null });
    this.#update({ job, scheduled_for: scheduledFor, started_at: startedAt, rows: null, error: null });
    return true;
  }

  async recordSuccess({ job, scheduledFor, startedAt }: JobRun, finishedAt: Date, rows: number, isIdle: boolean): Promise<void> {
    if (!isIdle) {
      this.history = this.history.filter((entry) => entry !== this.#find(job, scheduledFor));
      this.history.push({ job, scheduledFor, startedAt, finishedAt, rows, error: null });
    }
    const took = finishedAt.getTime() - startedAt.getTime();
    this.#update({ job, scheduled_for: scheduledFor, started_at: startedAt, succeeded_at: finishedAt, took, rows, error: null });
  }

  async recordFailure({ job, scheduledFor, startedAt }: JobRun, failedAt: Date, error: string): Promise<void> {
    const isOwn = (other: Date | undefined) => other?.getTime() === startedAt.getTime();
    const entry = this.#find(job, scheduledFor);
    if (entry && !entry.finishedAt && isOwn(entry.startedAt)) entry.error = error;
    const last = this.#last.get(job);
    if (last?.scheduled_for === scheduledFor && isOwn(last.started_at)) this.#update({ ...last, failed_at: failedAt, error });
  }

  async deleteBefore(job: string, time: Date): Promise<void> {
    this.history = this.history.filter((entry) => entry.job !== job || entry.startedAt >= time);
  }

  async listLast(): Promise<readonly LastJobRun[]> {
    return [...this.#last.values()];
  }

  #find(job: string, scheduledFor: string): HistoryEntry | undefined {
    return this.history.find((entry) => entry.job === job && entry.scheduledFor === scheduledFor);
  }

  #update(values: Partial<LastJobRun> & Pick<LastJobRun, 'job' | 'scheduled_for' | 'started_at'>): void {
    const empty = { succeeded_at: null, failed_at: null, took: null, rows: null, error: null };
    this.#last.set(values.job, { ...empty, ...this.#last.get(values.job), ...values });
  }
}
