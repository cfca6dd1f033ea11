import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { missed } from '#domain/schedule';
import { CronTimes } from '#server/jobs/cron-times';
import { PostgresJobRuns } from '#server/jobs/postgres-job-runs';
import { schedule } from '#server/jobs/schedule';

/** Runs once, at the start, each daily job whose last turn went by while no server was up. Belongs to the outermost module: it starts after the clockwork. */
@Injectable()
export class CatchUp implements OnApplicationBootstrap {
  readonly #logger = new Logger('jobs');

  constructor(
    private readonly runs: PostgresJobRuns,
    private readonly times: CronTimes,
    private readonly clock: Clock,
  ) {}

  /** The start does not wait for it. */
  onApplicationBootstrap(): void {
    void this.run().catch((error: unknown) => this.#logger.error(error));
  }

  /** Answers the jobs that were run, one after the other. */
  async run(): Promise<readonly string[]> {
    const late = missed(schedule, await this.runs.finished(), this.clock.now());
    for (const { job, cron } of late) {
      this.#logger.log(`${job} missed its last turn and runs now`);
      await this.times.fire(cron);
    }
    return late.map(({ job }) => job);
  }
}
