import { Module } from '@nestjs/common';
import { VisitorEvents, VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { GrowthLedger } from '#domain/analytics/growth/growth-ledger';
import { TopPerformers } from '#domain/analytics/growth/top-performers';
import { AnalyticsController } from '#server/analytics/analytics.controller';
import { AnalyticsJob } from '#server/analytics/analytics.job';
import { ServerEvents } from '#domain/analytics/visitors/server-events';
import { DailyTotals } from '#domain/analytics/visitors/daily-totals';
import { EventQueue } from '#server/analytics/visitors/event-queue';
import { EventsController } from '#server/analytics/visitors/events.controller';
import { PostgresEventAggregation } from '#server/analytics/visitors/postgres/event-aggregation';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { PostgresEventAnonymizer } from '#server/analytics/visitors/postgres/event-anonymizer';
import { PostgresVisitorEvents } from '#server/analytics/visitors/postgres/visitor-events';
import { PostgresDailyTotals } from '#server/analytics/visitors/postgres/daily-totals';
import { QueuedServerEvents } from '#server/analytics/visitors/queued-server-events';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { ReplicatedTopLists } from '#server/analytics/growth/postgres/replicated-top-lists';
import { CatalogReads } from '#server/database/replicas/catalog-reads';
import { SearchInterest } from '#domain/analytics/keywords/interest/search-interest';
import { PostgresSearchInterest } from '#server/analytics/keywords/postgres/search-interest';
import { KeywordBuilder } from '#domain/analytics/keywords/keyword-builder';
import { PostgresKeywordBuilder } from '#server/analytics/keywords/postgres/keyword-builder';
import { ExportKeywords } from '#server/analytics/keywords/export-keywords';
import { FindKeywords } from '#server/analytics/keywords/find-keywords';
import { KeywordsController } from '#server/analytics/keywords/keywords.controller';
import { ViewInterest } from '#server/analytics/keywords/view-interest';
import { ViewKeyword } from '#server/analytics/keywords/view-keyword';
import { RecomputeKeywords } from '#server/analytics/keywords/recompute-keywords';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { ViewSiteAnalytics } from '#server/analytics/visitors/view-site-analytics';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { CatalogModule } from '#server/catalog/catalog.module';
import { DataQualityModule } from '#server/data-quality/data-quality.module';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule, DataQualityModule],
  controllers: [EventsController, AnalyticsController, KeywordsController],
  providers: [
    RecomputeGrowth,
    RecomputeKeywords,
    FindKeywords,
    ViewKeyword,
    ViewInterest,
    ExportKeywords,
    { provide: KeywordBuilder, useClass: PostgresKeywordBuilder },
    { provide: SearchInterest, useClass: PostgresSearchInterest },
    AnalyticsJob,
    MomentumReport,
    { provide: GrowthLedger, useClass: PostgresGrowthLedger },
    { provide: TopPerformers, inject: [CatalogReads], useFactory: (reads: CatalogReads) => new ReplicatedTopLists(reads) },
    ViewSiteAnalytics,
    { provide: VisitorEventStore, useClass: PostgresVisitorEvents },
    PostgresEventAggregation,
    PostgresEventPartitions,
    PostgresEventAnonymizer,
    { provide: VisitorEvents, useClass: EventQueue },
    { provide: ServerEvents, useClass: QueuedServerEvents },
    { provide: DailyTotals, useClass: PostgresDailyTotals },
  ],
  exports: [RecomputeGrowth, RecomputeKeywords, ServerEvents, DailyTotals, PostgresEventPartitions],
})
export class AnalyticsModule {}
