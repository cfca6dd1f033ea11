import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { Jobs } from '#domain/jobs';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresEventAnonymizer } from '#server/analytics/visitors/postgres/event-anonymizer';
import { Postgres } from '#server/database/postgres';
import { recordDailySuccess, recordDailyFailure } from '#server/jobs/postgres/daily-run-log';
import { CRON_OPTIONS } from '#server/jobs/schedule';

/** Counts events every minute; makes the months of raw events ahead of time, removes old ones, and forgets whose the events of deleted accounts were. */
@Injectable()
export class EventsJob {
  readonly #logger = new Logger('events');

  constructor(
    private readonly dailyTotals: DailyTotals,
    private readonly partitions: PostgresEventPartitions,
    private readonly anonymizer: PostgresEventAnonymizer,
    private readonly jobs: Jobs,
    private readonly postgres: Postgres,
    private readonly clock: Clock,
  ) {}

  /** Who counts at the same time elsewhere waits at the row that says up to where events are counted. */
  @Cron('30 * * * * *', CRON_OPTIONS)
  async aggregate(): Promise<void> {
    const startedAt = this.clock.now();
    const day = dayLabel(dayOf(startedAt));
    try {
      const events = await this.dailyTotals.aggregateNewEvents();
      if (events > 0) await recordDailySuccess(this.postgres.jobPool, 'events-count', day, startedAt, this.clock.now(), events);
    } catch (error) {
      this.#logger.error(error);
      await recordDailyFailure(this.postgres.jobPool, 'events-count', day, startedAt, error);
    }
  }

  /** Once a day, in the first hour the server runs in. */
  @Cron('0 5 * * * *', CRON_OPTIONS)
  async maintainDaily(): Promise<void> {
    const scheduledFor = dayLabel(dayOf(this.clock.now()));
    try {
      await this.jobs.runExclusively('events-months', scheduledFor, () => this.partitions.createMissing());
      await this.jobs.runExclusively('events-forget', scheduledFor, async () => {
        await this.dailyTotals.aggregateNewEvents();
        return this.partitions.dropExpired();
      });
      await this.jobs.runExclusively('events-people', scheduledFor, () => this.anonymizer.anonymizeDeletedUsers());
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
