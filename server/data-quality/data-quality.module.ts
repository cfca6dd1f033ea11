import { Module } from '@nestjs/common';
import { CatalogQuality } from '#domain/data-quality/catalog-quality';
import { CatalogModule } from '#server/catalog/catalog.module';
import { CleanCatalog } from '#server/data-quality/clean-catalog';
import { CleanupsJob } from '#server/data-quality/cleanups.job';
import { PostgresCatalogQuality } from '#server/data-quality/postgres/catalog-quality';
import { Cleanups } from '#server/data-quality/postgres/cleanups';
import { DataQualityController } from '#server/data-quality/data-quality.controller';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [CatalogModule, JobsModule],
  controllers: [DataQualityController],
  providers: [CleanCatalog, CleanupsJob, { provide: CatalogQuality, useClass: PostgresCatalogQuality }, Cleanups],
  exports: [CatalogQuality],
})
export class DataQualityModule {}
