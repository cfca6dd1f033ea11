import { Module, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { VisitorEvents, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { GrowthLedger } from '#domain/analytics/growth/growth-ledger';
import { AnalyticsController } from '#server/analytics/analytics.controller';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import { EventsController } from '#server/analytics/visitors/events.controller';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresVisitorEventStore } from '#server/analytics/visitors/postgres/visitor-event-store';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { CatalogReads, routeReads } from '#server/database/replicas/catalog-reads';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { TopLists } from '#server/analytics/growth/postgres/top-lists';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { CatalogModule } from '#server/catalog/catalog.module';
import { DataQualityModule } from '#server/data-quality/data-quality.module';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule, DataQualityModule],
  controllers: [EventsController, AnalyticsController],
  providers: [
    RecomputeGrowth,
    MomentumReport,
    { provide: GrowthLedger, useClass: PostgresGrowthLedger },
    {
      provide: TopLists,
      inject: [CatalogReads],
      useFactory: (reads: CatalogReads) => routeReads<Pick<TopLists, keyof TopLists>>(reads, (pool) => new TopLists(pool)),
    },
    ViewSiteAnalytics,
    { provide: VisitorEventStore, useClass: PostgresVisitorEventStore },
    PostgresEventPartitions,
    { provide: VisitorEvents, useClass: EventQueue },
  ],
  exports: [RecomputeGrowth, GrowthLedger, VisitorEvents, VisitorEventStore, PostgresEventPartitions],
})
export class AnalyticsModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly recomputeGrowth: RecomputeGrowth,
    private readonly events: VisitorEventStore,
    private readonly partitions: PostgresEventPartitions,
  ) {}

  /** Recomputes growth every night, aggregates events every minute, and maintains the partitions of raw events once a day. */
  onModuleInit(): void {
    this.runner.register('growth', ({ scope }) => this.recomputeGrowth.recomputeAll({ within: scope }));
    this.runner.register('events-count', () => this.events.aggregateNewEvents());
    this.runner.register('events-months', ({ scope }) => this.partitions.createMissing(scope));
    this.runner.register('events-clean-up', async ({ scope }) => {
      await this.events.aggregateNewEvents();
      return this.partitions.dropExpired(scope);
    });
    this.runner.register('events-deleted-accounts', ({ scope }) => this.partitions.anonymizeDeletedUsers(scope));
  }
}
