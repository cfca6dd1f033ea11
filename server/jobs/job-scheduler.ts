import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { Clock } from '#domain/clock';
import { MINUTE_MS } from '#domain/durations';
import { JobLog } from '#domain/jobs/jobs';
import { missedJobs } from '#domain/jobs/schedule';
import { JobRunner } from '#server/jobs/job-runner';
import { type JobName, schedule } from '#server/jobs/schedule';

/** A run that a busy process starts up to this much late still takes place. */
const LATE_START_THRESHOLD_MS = MINUTE_MS;

/** Starts the schedule, and catches up on daily jobs that were missed while no server ran. Part of the server only, not of the CLI. */
@Injectable()
export class JobScheduler implements OnApplicationBootstrap {
  readonly #logger = new Logger('jobs');

  constructor(
    private readonly registry: SchedulerRegistry,
    private readonly runner: JobRunner,
    private readonly log: JobLog,
    private readonly clock: Clock,
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
    void this.runner.waitForAtStop(this.runMissed()).catch((error: unknown) => this.#logger.error(error));
  }

  /** Runs each daily job that was due since its last success; returns them. */
  async runMissed(): Promise<readonly JobName[]> {
    const missed = missedJobs(schedule, await this.log.listLast(), this.clock.now()).map(({ job }) => job);
    if (missed.length > 0) this.#logger.log(`missed their last turn and run now: ${missed.join(', ')}`);
    await this.#runAll(missed);
    return missed;
  }

  async #runAll(jobs: readonly JobName[]): Promise<void> {
    for (const job of jobs) await this.runner.run(job);
  }
}
