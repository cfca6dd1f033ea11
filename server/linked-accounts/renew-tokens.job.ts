import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Clock } from '#domain/clock';
import { Jobs } from '#domain/jobs';
import { CRON_OPTIONS } from '#server/jobs/schedule';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';

/** Renews the permissions of linked accounts every hour. */
@Injectable()
export class RenewTokensJob {
  readonly #logger = new Logger('linked-accounts');

  constructor(
    private readonly renewTokens: RenewTokens,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  @Cron('0 25 * * * *', CRON_OPTIONS)
  async run(): Promise<void> {
    try {
      // One slot for each hour: 2026-11-21T13.
      await this.jobs.runExclusively('linked-tokens', this.clock.now().toISOString().slice(0, 13), async () => {
        const { renewed, ended, failed, warned } = await this.renewTokens.run();
        if (failed > 0) this.#logger.warn(`${failed} permissions of linked accounts could not be renewed now`);
        return renewed + ended + warned;
      });
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
