import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { inUtc } from '#server/jobs/schedule';

/** Computes growth and momentum every night at 03:10 UTC. */
@Injectable()
export class GrowthJob {
  readonly #logger = new Logger('growth');

  constructor(private readonly recompute: RecomputeGrowth) {}

  @Cron('0 10 3 * * *', inUtc)
  async run(): Promise<void> {
    try {
      this.#logger.log(`nightly growth: ${await this.recompute.nightly()}`);
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
