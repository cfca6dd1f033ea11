import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Clock } from '#domain/clock';
import { Jobs } from '#domain/jobs';
import { dayLabel, dayOf } from '#domain/days';
import { Postgres } from '#server/database/postgres';
import { noteDone, noteFailed } from '#server/jobs/daily-note';
import { inUtc } from '#server/jobs/schedule';
import { DeliverLetters } from '#server/mail/deliver-letters';

const KEPT = '30 days';

/** Sends letters as they become due, and forgets old ones every night. */
@Injectable()
export class LettersJob {
  readonly #logger = new Logger('letters');
  #running = false;

  constructor(
    private readonly letters: DeliverLetters,
    private readonly postgres: Postgres,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  @Cron('*/2 * * * * *', inUtc)
  async deliver(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const began = this.clock.now();
    const day = dayLabel(dayOf(began));
    try {
      const delivered = await this.letters.run();
      if (delivered > 0) await noteDone(this.postgres.jobPool, 'letters', day, began, this.clock.now(), delivered);
    } catch (error) {
      await noteFailed(this.postgres.jobPool, 'letters', day, began, error);
      this.#logger.warn(`letters wait: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#running = false;
    }
  }

  @Cron('0 40 3 * * *', inUtc)
  async forget(): Promise<void> {
    const now = this.clock.now();
    try {
      await this.jobs.exclusively('letters-forget', dayLabel(dayOf(now)), async () => {
        const { rowCount } = await this.postgres.jobPool.query(
          `delete from letters where created_at < $1::timestamptz - interval '${KEPT}'`,
          [now],
        );
        return rowCount ?? 0;
      });
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
