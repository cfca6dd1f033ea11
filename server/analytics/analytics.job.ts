import { Injectable, type OnModuleInit } from '@nestjs/common';
import { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresEventAnonymizer } from '#server/analytics/visitors/postgres/event-anonymizer';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { JobRunner } from '#server/jobs/job-runner';

/** Recomputes growth every night, aggregates events every minute, and maintains the partitions of raw events once a day. */
@Injectable()
export class AnalyticsJob implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly recomputeGrowth: RecomputeGrowth,
    private readonly events: VisitorEventStore,
    private readonly partitions: PostgresEventPartitions,
    private readonly anonymizer: PostgresEventAnonymizer,
  ) {}

  onModuleInit(): void {
    this.runner.register('growth', ({ scope }) => this.recomputeGrowth.recomputeAll({ within: scope }));
    this.runner.register('events-count', () => this.events.aggregateNewEvents());
    this.runner.register('events-months', ({ scope }) => this.partitions.createMissing(scope));
    this.runner.register('events-clean-up', async ({ scope }) => {
      await this.events.aggregateNewEvents();
      return this.partitions.dropExpired(scope);
    });
    this.runner.register('events-deleted-accounts', ({ scope }) => this.anonymizer.anonymizeDeletedUsers(scope));
  }
}
