import { Module } from '@nestjs/common';
import { VisitorEvents } from '#domain/analytics/events';
import { GrowthLedger } from '#domain/analytics/growth-ledger';
import { TopPerformers } from '#domain/analytics/top-lists';
import { GrowthAnalyticsController } from '#server/analytics/growth-analytics.controller';
import { ServerEvents } from '#domain/analytics/traffic';
import { DailyTotals } from '#domain/analytics/traffic-ledger';
import { EventQueue } from '#server/analytics/event-queue';
import { EventsController } from '#server/analytics/events.controller';
import { EventsJob } from '#server/analytics/events.job';
import { GrowthJob } from '#server/analytics/growth.job';
import { PostgresEventAggregation } from '#server/analytics/postgres-event-fold';
import { PostgresEventPartitions } from '#server/analytics/postgres-event-months';
import { PostgresEventAnonymizer } from '#server/analytics/postgres-event-people';
import { PostgresVisitorEvents } from '#server/analytics/postgres-events';
import { PostgresDailyTotals } from '#server/analytics/postgres-traffic-ledger';
import { QueuedServerEvents } from '#server/analytics/queued-traffic';
import { MomentumReport } from '#server/analytics/momentum-report';
import { PostgresTopLists } from '#server/analytics/postgres-top-lists';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { ViewSiteAnalytics } from '#server/analytics/site-analytics';
import { SiteAnalyticsController } from '#server/analytics/site-analytics.controller';
import { TrackEvents } from '#server/analytics/track-events';
import { PostgresGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
import { CatalogModule } from '#server/catalog/catalog.module';
import { DataQualityModule } from '#server/data-quality/data-quality.module';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule, DataQualityModule],
  controllers: [EventsController, SiteAnalyticsController, GrowthAnalyticsController],
  providers: [
    RecomputeGrowth,
    GrowthJob,
    MomentumReport,
    { provide: GrowthLedger, useClass: PostgresGrowthLedger },
    { provide: TopPerformers, useClass: PostgresTopLists },
    TrackEvents,
    ViewSiteAnalytics,
    EventsJob,
    PostgresVisitorEvents,
    PostgresEventAggregation,
    PostgresEventPartitions,
    PostgresEventAnonymizer,
    { provide: VisitorEvents, useClass: EventQueue },
    { provide: ServerEvents, useClass: QueuedServerEvents },
    { provide: DailyTotals, useClass: PostgresDailyTotals },
  ],
  exports: [RecomputeGrowth, ServerEvents, DailyTotals, PostgresEventPartitions],
})
export class AnalyticsModule {}
