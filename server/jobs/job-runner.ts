import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';
import { Conflict, Unavailable } from '#domain/errors';
import { JobLocks, JobLog, type JobOutcome, type JobRun } from '#domain/jobs/jobs';
import { LockScope } from '#domain/jobs/lock-scope';
import { serverStopped } from '#domain/jobs/stopped-run';
import { DatabaseOutages } from '#domain/operations/database-outages';
import { type ScheduledJob, scheduledRunAt } from '#domain/jobs/schedule';
import { CONFIG } from '#server/config/config';
import { isJobOff, type JobName, type NeededSettings, schedule } from '#server/jobs/schedule';

/** The work of a run, which stops when its scope is revoked; returns how many rows it handled. */
export type JobHandler = (run: { readonly scope: LockScope; readonly startedAt: Date }) => Promise<number>;

/** How long history is stored: jobs that run every few seconds or minutes would fill the table. */
const SCHEDULED_HISTORY_MS = 90 * DAY_MS;
const FREQUENT_HISTORY_MS = 7 * DAY_MS;

/** Runs without work are recorded at most this often. */
const IDLE_RECORD_INTERVAL_MS = MINUTE_MS;

/** How long a stop waits for revoked runs to end and to be recorded. */
const STOP_TIMEOUT_MS = 3 * SECOND_MS;

const oncePerOf = (job: JobName): ScheduledJob['oncePer'] => schedule.find((scheduled) => scheduled.job === job)!.oncePer;

/** Runs all scheduled work, one run at a time per job, and records how it went. */
@Injectable()
export class JobRunner implements BeforeApplicationShutdown {
  readonly #logger = new Logger('jobs');
  readonly #handlers = new Map<JobName, JobHandler>();
  readonly #running = new Set<string>();
  readonly #activeScopes = new Set<LockScope>();
  readonly #unfinished = new Set<Promise<unknown>>();
  readonly #idleRecordedAtMs = new Map<string, number>();
  #isStopping = false;

  constructor(
    private readonly locks: JobLocks,
    private readonly log: JobLog,
    private readonly clock: Clock,
    private readonly outages: DatabaseOutages,
    @Inject(CONFIG) private readonly settings: NeededSettings,
  ) {}

  /** Registers the handler of a job. */
  register(job: JobName, handler: JobHandler): void {
    this.#handlers.set(job, handler);
  }

  /** Whether a job has nothing to do with these settings. */
  isOff(job: JobName): boolean {
    return isJobOff(job, this.settings);
  }

  /** Throws `Conflict` for a job that is off. */
  refuseIfOff(job: JobName): void {
    if (this.isOff(job)) throw new Conflict(`The job ${job} is off with the settings of this site.`);
  }

  /**
   * Runs a job unless it is off or running, or this run, by default the scheduled one of now, is done. `enter` comes before its work. A failure
   * is recorded and logged, not thrown.
   */
  run(
    job: JobName,
    scheduledFor = scheduledRunAt(this.clock.now(), oncePerOf(job)),
    enter?: () => Promise<void>,
  ): Promise<JobOutcome | 'failed'> {
    return this.waitForAtStop(
      this.#run(job, scheduledFor, async (context) => {
        await enter?.();
        return this.#handlerOf(job)(context);
      }),
    );
  }

  /**
   * Starts a run of a job now, beside its scheduled runs, and does not wait for its end. `enter` comes before its work, which does not begin
   * when it fails. False if it is running, on any instance. Throws `Unavailable` when it could not be started.
   */
  async start(job: JobName, enter: () => Promise<void>): Promise<boolean> {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const ended = this.#run(job, this.clock.now().toISOString(), async (context) => {
      await enter();
      begin();
      return this.#handlerOf(job)(context);
    });
    const outcome = await Promise.race([begun.then(() => 'begun' as const), this.waitForAtStop(ended)]);
    if (outcome === 'failed') throw new Unavailable('The job could not be started. Try again later.');
    return outcome !== 'busy';
  }

  /** Makes a stop of the server wait for this work, so that its last statements find the database open. */
  waitForAtStop<T>(work: Promise<T>): Promise<T> {
    this.#unfinished.add(work);
    const forget = () => this.#unfinished.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Runs work as a scheduled run of a job, under the job's lock, unless that run is done. A failed run stays open for the next attempt. */
  runOnce(job: JobName, scheduledFor: string, handler: JobHandler): Promise<JobOutcome> {
    return this.locks.runIfFree(job, async (scope) => {
      const run = { job, scheduledFor, startedAt: this.clock.now() };
      if (!(await this.log.open(run))) return 'done';
      const rows = await this.#work(run, scope, handler, () => Promise.resolve());
      await this.log.recordSuccess(run, this.clock.now(), rows, false);
      this.#logSuccess(run, rows);
      await this.log.deleteBefore(job, new Date(run.startedAt.getTime() - SCHEDULED_HISTORY_MS));
      return 'ran';
    });
  }

  isRunning(job: string): boolean {
    return this.#running.has(job);
  }

  /** Fails unless every job of the schedule has its work. */
  assertComplete(): void {
    for (const { job } of schedule) if (!this.isOff(job)) this.#handlerOf(job);
  }

  /** Stops the running jobs: each continues or starts again with the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#isStopping = true;
    for (const scope of this.#activeScopes) scope.revoke(serverStopped());
    await Promise.race([Promise.allSettled(this.#unfinished), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  async #run(job: JobName, scheduledFor: string, handler: JobHandler): Promise<JobOutcome | 'failed'> {
    if (this.isOff(job)) return 'done';
    if (this.#running.has(job) || this.#isStopping) return 'busy';
    this.#running.add(job);
    try {
      return await (oncePerOf(job) === null ? this.#runFrequent(job, scheduledFor, handler) : this.runOnce(job, scheduledFor, handler));
    } catch (error) {
      await this.#logFailure(`${job} failed`, error);
      return 'failed';
    } finally {
      this.#running.delete(job);
    }
  }

  async #runFrequent(job: JobName, scheduledFor: string, handler: JobHandler): Promise<JobOutcome> {
    const run = { job, scheduledFor, startedAt: this.clock.now() };
    const rows = await this.#work(run, new LockScope(), handler, () => this.log.open(run));
    const isIdle = rows === 0;
    if (isIdle && run.startedAt.getTime() < (this.#idleRecordedAtMs.get(job) ?? 0) + IDLE_RECORD_INTERVAL_MS) return 'ran';
    await this.log.recordSuccess(run, this.clock.now(), rows, isIdle);
    if (isIdle) this.#idleRecordedAtMs.set(job, run.startedAt.getTime());
    else await this.log.deleteBefore(job, new Date(run.startedAt.getTime() - FREQUENT_HISTORY_MS));
    if (!isIdle) this.#logSuccess(run, rows);
    return 'ran';
  }

  #logSuccess({ job, startedAt }: JobRun, rows: number): void {
    this.#logger.log({ msg: `${job} succeeded`, rows, ms: this.clock.now().getTime() - startedAt.getTime() });
  }

  async #logFailure(what: string, error: unknown): Promise<void> {
    if (await this.outages.explains(error)) return;
    this.#logger.error(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Does the work and records its failure. A revoked scope is a failure even when the work took no notice. */
  async #work(run: JobRun, scope: LockScope, handler: JobHandler, openFailedRun: () => Promise<unknown>): Promise<number> {
    this.#activeScopes.add(scope);
    try {
      const rows = await handler({ scope, startedAt: run.startedAt });
      scope.throwIfRevoked();
      return rows;
    } catch (error) {
      const reason = scope.revokedBecause ?? error;
      await openFailedRun()
        .then(() => this.log.recordFailure(run, this.clock.now(), String(reason)))
        .catch((logError: unknown) => this.#logFailure(`the failure of ${run.job} was not recorded`, logError));
      throw reason;
    } finally {
      this.#activeScopes.delete(scope);
    }
  }

  #handlerOf(job: JobName): JobHandler {
    const handler = this.#handlers.get(job);
    if (!handler) throw new Error(`no work is registered for the job ${job}`);
    return handler;
  }
}
