import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { CRON_OPTIONS } from '#server/jobs/schedule';

/** Computes growth and momentum every night at 03:10 UTC. */
@Injectable()
export class GrowthJob {
  readonly #logger = new Logger('growth');

  constructor(private readonly recomputeGrowth: RecomputeGrowth) {}

  @Cron('0 10 3 * * *', CRON_OPTIONS)
  async run(): Promise<void> {
    try {
      this.#logger.log(`nightly growth: ${await this.recomputeGrowth.runNightly()}`);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
