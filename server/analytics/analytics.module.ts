import { Module } from '@nestjs/common';
import { KeptEvents } from '#domain/analytics/events';
import { GrowthLedger } from '#domain/analytics/growth-ledger';
import { TopLists } from '#domain/analytics/top-lists';
import { GrowthAnalyticsController } from '#server/analytics/growth-analytics.controller';
import { Traffic } from '#domain/analytics/traffic';
import { TrafficLedger } from '#domain/analytics/traffic-ledger';
import { EventQueue } from '#server/analytics/event-queue';
import { EventsController } from '#server/analytics/events.controller';
import { EventsJob } from '#server/analytics/events.job';
import { GrowthJob } from '#server/analytics/growth.job';
import { PostgresEventFold } from '#server/analytics/postgres-event-fold';
import { PostgresEventMonths } from '#server/analytics/postgres-event-months';
import { PostgresEventPeople } from '#server/analytics/postgres-event-people';
import { PostgresEvents } from '#server/analytics/postgres-events';
import { PostgresTrafficLedger } from '#server/analytics/postgres-traffic-ledger';
import { QueuedTraffic } from '#server/analytics/queued-traffic';
import { MomentumReport } from '#server/analytics/momentum-report';
import { PostgresTopLists } from '#server/analytics/postgres-top-lists';
import { RecomputeGrowth } from '#server/analytics/recompute-growth';
import { ViewSiteAnalytics } from '#server/analytics/site-analytics';
import { SiteAnalyticsController } from '#server/analytics/site-analytics.controller';
import { TrackEvents } from '#server/analytics/track-events';
import { TypeormGrowthLedger } from '#server/analytics/typeorm-growth-ledger';
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
    { provide: GrowthLedger, useClass: TypeormGrowthLedger },
    { provide: TopLists, useClass: PostgresTopLists },
    TrackEvents,
    ViewSiteAnalytics,
    EventsJob,
    PostgresEvents,
    PostgresEventFold,
    PostgresEventMonths,
    PostgresEventPeople,
    { provide: KeptEvents, useClass: EventQueue },
    { provide: Traffic, useClass: QueuedTraffic },
    { provide: TrafficLedger, useClass: PostgresTrafficLedger },
  ],
  exports: [RecomputeGrowth, Traffic, TrafficLedger, PostgresEventMonths],
})
export class AnalyticsModule {}
