import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { TrafficLedger } from '#domain/analytics/traffic-ledger';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { Jobs } from '#domain/jobs';
import { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { PostgresEventPeople } from '#server/analytics/postgres-event-people';
import { Postgres } from '#server/database/postgres';
import { noteDone, noteFailed } from '#server/jobs/daily-note';
import { inUtc } from '#server/jobs/schedule';

/** Counts events every minute; makes the months of raw events ahead of time, removes old ones, and forgets whose the events of deleted accounts were. */
@Injectable()
export class EventsJob {
  readonly #logger = new Logger('events');

  constructor(
    private readonly ledger: TrafficLedger,
    private readonly months: PostgresEventMonths,
    private readonly people: PostgresEventPeople,
    private readonly jobs: Jobs,
    private readonly postgres: Postgres,
    private readonly clock: Clock,
  ) {}

  /** Who counts at the same time elsewhere waits at the row that says up to where events are counted. */
  @Cron('30 * * * * *', inUtc)
  async count(): Promise<void> {
    const began = this.clock.now();
    const slot = dayLabel(dayOf(began));
    try {
      const events = await this.ledger.count();
      if (events > 0) await noteDone(this.postgres.jobPool, 'events-count', slot, began, this.clock.now(), events);
    } catch (error) {
      this.#logger.error(error);
      await noteFailed(this.postgres.jobPool, 'events-count', slot, began, error);
    }
  }

  /** Once a day, in the first hour the server runs in. */
  @Cron('0 5 * * * *', inUtc)
  async keep(): Promise<void> {
    const slot = dayLabel(dayOf(this.clock.now()));
    try {
      await this.jobs.exclusively('events-months', slot, () => this.months.make());
      await this.jobs.exclusively('events-forget', slot, async () => {
        await this.ledger.count();
        return this.months.forget();
      });
      await this.jobs.exclusively('events-people', slot, () => this.people.forget());
    } catch (error) {
      this.#logger.error(error);
    }
  }
}
