import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { Clock } from '#domain/clock';
import { MINUTE_MS } from '#domain/durations';
import { DatabaseOutages } from '#domain/operations/database-outages';
import { JobLog } from '#domain/jobs/jobs';
import { heldUpJobs, missedJobs, scheduledRunAt } from '#domain/jobs/schedule';
import { JobRunner } from '#server/jobs/job-runner';
import { LastRuns } from '#server/jobs/last-runs';
import { type JobName, schedule } from '#server/jobs/schedule';

/** A run that a busy process starts up to this much late still takes place. */
const LATE_START_THRESHOLD_MS = MINUTE_MS;

/** How often a server looks for runs whose process was killed, and for those that were held up. */
const TAKEOVER_INTERVAL_MS = MINUTE_MS;

/**
 * Starts the schedule, catches up on daily jobs that were missed while no server ran or another run of them did, and takes over runs whose
 * process was killed. Part of the server only, not of the CLI.
 */
@Injectable()
export class JobScheduler implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('jobs');
  /** Killed runs that this process has retried; each is retried once. */
  readonly #takenOver = new Set<string>();
  /** Scheduled runs that found their job running. */
  readonly #postponed = new Map<JobName, string>();
  #takeoverTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly runner: JobRunner,
    private readonly log: JobLog,
    private readonly clock: Clock,
    private readonly lastRuns: LastRuns,
    private readonly outages: DatabaseOutages,
  ) {}

  /** Does not wait for missed jobs. */
  onApplicationBootstrap(): void {
    this.runner.assertComplete();
    for (const [cron, jobs] of Map.groupBy(schedule, (scheduled) => scheduled.cron)) {
      const onTick = () => this.#runAll(jobs.map(({ job }) => job));
      this.registry.addCronJob(
        cron,
        CronJob.from({ cronTime: cron, onTick, timeZone: 'UTC', threshold: LATE_START_THRESHOLD_MS, start: true }),
      );
    }
    this.#inBackground(this.runMissed());
    const takeOver = () => this.#inBackground(this.runKilled().then(() => this.runPostponed()));
    this.#takeoverTimer = setInterval(takeOver, TAKEOVER_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#takeoverTimer);
  }

  /** Runs each daily job that was due since its last success; returns them. */
  async runMissed(): Promise<readonly JobName[]> {
    const jobs = schedule.filter(({ job }) => !this.runner.isOff(job));
    const missed = missedJobs(jobs, await this.log.listLast(), this.clock.now()).map(({ job }) => job);
    if (missed.length > 0) this.#logger.log(`missed their last scheduled run, running now: ${missed.join(', ')}`);
    await this.#runAll(missed);
    return missed;
  }

  /** Runs each job again whose process was killed; returns those that this process took over. */
  async runKilled(): Promise<readonly JobName[]> {
    const runs = await this.lastRuns.list();
    const killed = schedule.flatMap(({ job }) => {
      const run = runs.find((each) => each.job === job);
      const isNew = run?.isKilled && !this.runner.isOff(job) && !this.#takenOver.has(`${job} ${run.scheduled_for}`);
      return isNew ? [{ job, scheduledFor: run.scheduled_for }] : [];
    });
    for (const { job, scheduledFor } of killed) this.#takenOver.add(`${job} ${scheduledFor}`);
    const names = killed.map(({ job }) => job);
    if (killed.length > 0) {
      this.#logger.warn(`killed before they finished, running again: ${names.join(', ')}`);
      // First, because once they run again nothing shows that they were killed.
      await this.runner.run('alarms');
    }
    for (const { job, scheduledFor } of killed) await this.runner.run(job, scheduledFor);
    return names;
  }

  /** Runs each daily job whose scheduled run found it running, if that run began before and has failed; returns those that ran. */
  async runPostponed(): Promise<readonly JobName[]> {
    if (this.#postponed.size === 0) return [];
    const jobs = schedule.filter(({ job }) => this.#postponed.has(job));
    const heldUp = new Set(heldUpJobs(jobs, await this.log.listLast(), this.clock.now()).map(({ job }) => job));
    const ran: JobName[] = [];
    for (const { job } of jobs) {
      const outcome = heldUp.has(job) ? await this.runner.run(job, this.#postponed.get(job)) : 'done';
      if (outcome !== 'busy') this.#postponed.delete(job);
      if (outcome === 'ran') ran.push(job);
    }
    return ran;
  }

  #inBackground(work: Promise<unknown>): void {
    void this.runner.waitForAtStop(work).catch((error: unknown) => this.#logFailure(error));
  }

  async #logFailure(error: unknown): Promise<void> {
    if (!(await this.outages.explains(error))) this.#logger.error(error);
  }

  async #runAll(jobs: readonly JobName[]): Promise<void> {
    for (const job of jobs) if ((await this.runner.run(job)) === 'busy') this.#postponed.set(job, scheduledRunAt(this.clock.now(), 'day'));
  }
}
