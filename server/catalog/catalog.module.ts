import { Module } from '@nestjs/common';
import { Catalog } from '#domain/catalog/catalog';
import { ReadModel } from '#domain/catalog/ordered-lists';
import { ResponseCache } from '#domain/catalog/ready-lists';
import { CatalogController } from '#server/catalog/catalog.controller';
import { ExportController } from '#server/catalog/export.controller';
import { ExportList } from '#server/catalog/export-list';
import { ReadModelJob } from '#server/catalog/lists.job';
import { MemoryResponseCache } from '#server/catalog/memory-ready-lists';
import { RefreshReadModel } from '#server/catalog/refresh-lists';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { PostgresCatalog } from '#server/catalog/typeorm-catalog';
import { PostgresReadModel } from '#server/catalog/typeorm-ordered-lists';
import { ViewEntity } from '#server/catalog/view-entity';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [JobsModule],
  controllers: [CatalogController, ExportController],
  providers: [
    SearchCatalog,
    ExportList,
    ViewEntity,
    RefreshReadModel,
    ReadModelJob,
    { provide: ResponseCache, useClass: MemoryResponseCache },
    { provide: Catalog, useClass: PostgresCatalog },
    { provide: ReadModel, useClass: PostgresReadModel },
  ],
  exports: [ReadModel],
})
export class CatalogModule {}
