import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { Jobs } from '#domain/jobs';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { CRON_OPTIONS } from '#server/jobs/schedule';

/** Computes growth and momentum every night at 03:10 UTC. */
@Injectable()
export class GrowthJob {
  readonly #logger = new Logger('growth');

  constructor(
    private readonly recomputeGrowth: RecomputeGrowth,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  @Cron('0 10 3 * * *', CRON_OPTIONS)
  async run(): Promise<void> {
    try {
      const today = dayOf(this.clock.now());
      const outcome = await this.jobs.runExclusively('growth', dayLabel(today), (scope) =>
        this.recomputeGrowth.recomputeAll(today, undefined, { within: scope }),
      );
      this.#logger.log(`nightly growth: ${outcome}`);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
