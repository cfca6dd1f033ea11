import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { missedJobs } from '#domain/schedule';
import { CronTriggers } from '#server/jobs/cron-triggers';
import { PostgresJobRuns } from '#server/jobs/postgres/job-runs';
import { schedule } from '#server/jobs/schedule';

/** Runs once, at the start, each daily job whose last turn went by while no server was up. Belongs to the outermost module: it starts after the clockwork. */
@Injectable()
export class CatchUp implements OnApplicationBootstrap {
  readonly #logger = new Logger('jobs');

  constructor(
    private readonly runs: PostgresJobRuns,
    private readonly triggers: CronTriggers,
    private readonly clock: Clock,
  ) {}

  /** The start does not wait for it. */
  onApplicationBootstrap(): void {
    void this.runMissed().catch((error: unknown) => this.#logger.error(error));
  }

  /** Answers the jobs that were run, one after the other. */
  async runMissed(): Promise<readonly string[]> {
    const missed = missedJobs(schedule, await this.runs.lastFinishes(), this.clock.now());
    for (const { job, cron } of missed) {
      this.#logger.log(`${job} missed its last turn and runs now`);
      await this.triggers.fire(cron);
    }
    return missed.map(({ job }) => job);
  }
}
