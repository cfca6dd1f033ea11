import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { CleanUp } from '#server/auth/clean-up';
import { inUtc } from '#server/jobs/schedule';

/** Cleans up at twelve minutes past every hour. */
@Injectable()
export class CleanUpJob {
  readonly #logger = new Logger('clean-up');

  constructor(private readonly cleanUp: CleanUp) {}

  @Cron('0 12 * * * *', inUtc)
  async run(): Promise<void> {
    try {
      await this.cleanUp.hourly();
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
