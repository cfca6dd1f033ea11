import { Module, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { Keywords } from '#domain/keywords/keywords';
import { CONFIG, type Config } from '#server/config/config';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { CatalogModule } from '#server/catalog/catalog.module';
import { Postgres } from '#server/database/postgres';
import { CatalogReads, routeReads } from '#server/database/replicas/catalog-reads';
import { JobsModule } from '#server/jobs/jobs.module';
import { CompareKeywords } from '#server/keywords/compare-keywords';
import { ExportKeywords, FindKeywords } from '#server/keywords/find-keywords';
import { KeywordsController } from '#server/keywords/keywords.controller';
import { PostgresKeywords } from '#server/keywords/postgres/keywords';
import { PostgresSearchInterest } from '#server/keywords/postgres/search-interest';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { ViewKeyword } from '#server/keywords/view-keyword';

@Module({
  imports: [AnalyticsModule, CatalogModule, JobsModule],
  controllers: [KeywordsController],
  providers: [
    CompareKeywords,
    ExportKeywords,
    FindKeywords,
    RecomputeKeywords,
    ViewKeyword,
    {
      provide: Keywords,
      inject: [CatalogReads, Postgres],
      useFactory: (reads: CatalogReads, postgres: Postgres) => routeReads<Keywords>(reads, (pool) => new PostgresKeywords(postgres, pool)),
    },
    {
      provide: SearchInterest,
      inject: [Postgres, CONFIG],
      useFactory: (postgres: Postgres, { PUBLISH_LEAD_DAYS }: Config) => new PostgresSearchInterest(postgres, PUBLISH_LEAD_DAYS),
    },
  ],
  exports: [Keywords, RecomputeKeywords],
})
export class KeywordsModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly recomputeKeywords: RecomputeKeywords,
  ) {}

  /** Counts keywords every night. */
  onModuleInit(): void {
    this.runner.register('keywords', async ({ scope }) => (await this.recomputeKeywords.recompute({ within: scope })).keywords);
  }
}
