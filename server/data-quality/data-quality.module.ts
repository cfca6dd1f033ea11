import { Module } from '@nestjs/common';
import { CleanupAudit, Cleanups } from '#domain/data-quality/cleanups';
import { IssueLists, RemovedRows } from '#domain/data-quality/issue-pages';
import { CatalogQuality, QualityScans } from '#domain/data-quality/quality-scans';
import { CachedQualityScans } from '#server/cache/cached-quality-scans';
import { CatalogModule } from '#server/catalog/catalog.module';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { CleanupsJob } from '#server/data-quality/cleanups.job';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { PostgresCleanupAudit } from '#server/data-quality/postgres/cleanup-audit';
import { PostgresCleanups } from '#server/data-quality/postgres/cleanups';
import { PostgresIssueLists } from '#server/data-quality/postgres/issue-lists';
import { PostgresRemovedRows } from '#server/data-quality/postgres/removed-rows';
import { DataQualityController } from '#server/data-quality/data-quality.controller';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule],
  controllers: [DataQualityController],
  providers: [
    CleanCatalog,
    CleanupsJob,
    { provide: CatalogQuality, useClass: PostgresCatalogQuality },
    { provide: Cleanups, useClass: PostgresCleanups },
    { provide: CleanupAudit, useClass: PostgresCleanupAudit },
    { provide: IssueLists, useClass: PostgresIssueLists },
    { provide: RemovedRows, useClass: PostgresRemovedRows },
    { provide: QualityScans, useClass: CachedQualityScans },
  ],
  exports: [QualityScans],
})
export class DataQualityModule {}
