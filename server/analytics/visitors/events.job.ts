import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresEventAnonymizer } from '#server/analytics/visitors/postgres/event-anonymizer';
import { JobRunner } from '#server/jobs/job-runner';

/** Aggregates events every minute, and maintains the partitions of raw events once a day. */
@Injectable()
export class EventsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly dailyTotals: DailyTotals,
    private readonly partitions: PostgresEventPartitions,
    private readonly anonymizer: PostgresEventAnonymizer,
  ) {}

  onModuleInit(): void {
    this.runner.register('events-count', () => this.dailyTotals.aggregateNewEvents());
    this.runner.register('events-months', ({ scope }) => this.partitions.createMissing(scope));
    this.runner.register('events-forget', async ({ scope }) => {
      await this.dailyTotals.aggregateNewEvents();
      return this.partitions.dropExpired(scope);
    });
    this.runner.register('events-people', ({ scope }) => this.anonymizer.anonymizeDeletedUsers(scope));
  }
}
