import { Module } from '@nestjs/common';
import { CleanupAudit, Cleanups } from '#domain/data-quality/cleanups';
import { CatalogQuality, QualityScans } from '#domain/data-quality/quality-scans';
import { CachedQualityScans } from '#server/cache/cached-quality-scans';
import { CatalogModule } from '#server/catalog/catalog.module';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { PostgresCleanups } from '#server/data-quality/postgres/cleanups';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { DataQualityController } from '#server/data-quality/data-quality.controller';
import { TypeormCleanupAudit } from '#server/data-quality/typeorm/cleanup-audit';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule],
  controllers: [DataQualityController],
  providers: [
    CleanCatalog,
    { provide: CatalogQuality, useClass: PostgresCatalogQuality },
    { provide: Cleanups, useClass: PostgresCleanups },
    { provide: CleanupAudit, useClass: TypeormCleanupAudit },
    { provide: QualityScans, useClass: CachedQualityScans },
  ],
  exports: [QualityScans],
})
export class DataQualityModule {}
