import { Module } from '@nestjs/common';
import { VisitorEvents, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { GrowthLedger } from '#domain/analytics/growth/growth-ledger';
import { AnalyticsController } from '#server/analytics/analytics.controller';
import { AnalyticsJob } from '#server/analytics/analytics.job';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import { EventsController } from '#server/analytics/visitors/events.controller';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresEventAnonymizer } from '#server/analytics/visitors/postgres/event-anonymizer';
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
    AnalyticsJob,
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
    PostgresEventAnonymizer,
    { provide: VisitorEvents, useClass: EventQueue },
  ],
  exports: [RecomputeGrowth, GrowthLedger, VisitorEvents, VisitorEventStore, PostgresEventPartitions],
})
export class AnalyticsModule {}
