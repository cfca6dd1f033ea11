import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Clock } from '#domain/clock';
import { Jobs } from '#domain/jobs';
import { dayLabel, dayOf } from '#domain/days';
import { Postgres } from '#server/database/postgres';
import { recordDailySuccess, recordDailyFailure } from '#server/jobs/postgres/daily-run-log';
import { CRON_OPTIONS } from '#server/jobs/schedule';
import { DeliverEmails } from '#server/mail/deliver-emails';

const EMAIL_RETENTION_INTERVAL = '30 days';

/** Sends letters as they become due, and forgets old ones every night. */
@Injectable()
export class EmailsJob {
  readonly #logger = new Logger('letters');
  #running = false;

  constructor(
    private readonly deliverEmails: DeliverEmails,
    private readonly postgres: Postgres,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  @Cron('*/2 * * * * *', CRON_OPTIONS)
  async deliver(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const startedAt = this.clock.now();
    const day = dayLabel(dayOf(startedAt));
    try {
      const delivered = await this.deliverEmails.run();
      if (delivered > 0) await recordDailySuccess(this.postgres.jobPool, 'letters', day, startedAt, this.clock.now(), delivered);
    } catch (error) {
      await recordDailyFailure(this.postgres.jobPool, 'letters', day, startedAt, error);
      this.#logger.warn(`letters wait: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#running = false;
    }
  }

  @Cron('0 40 3 * * *', CRON_OPTIONS)
  async deleteOld(): Promise<void> {
    const now = this.clock.now();
    try {
      await this.jobs.runExclusively('letters-forget', dayLabel(dayOf(now)), async () => {
        const { rowCount } = await this.postgres.jobPool.query(
          `delete from letters where created_at < $1::timestamptz - interval '${EMAIL_RETENTION_INTERVAL}'`,
          [now],
        );
        return rowCount ?? 0;
      });
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
