import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DeleteExpiredAuthData } from '#server/auth/delete-expired-auth-data';
import { CRON_OPTIONS } from '#server/jobs/schedule';

/** Cleans up at twelve minutes past every hour. */
@Injectable()
export class DeleteExpiredAuthDataJob {
  readonly #logger = new Logger('clean-up');

  constructor(private readonly deleteExpired: DeleteExpiredAuthData) {}

  @Cron('0 12 * * * *', CRON_OPTIONS)
  async run(): Promise<void> {
    try {
      await this.deleteExpired.runHourly();
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
