import { Module } from '@nestjs/common';
import { Catalog } from '#domain/catalog/catalog';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { ReadyLists } from '#domain/catalog/ready-lists';
import { CatalogController } from '#server/catalog/catalog.controller';
import { ExportController } from '#server/catalog/export.controller';
import { ExportList } from '#server/catalog/export-list';
import { ListsJob } from '#server/catalog/lists.job';
import { MemoryReadyLists } from '#server/catalog/memory-ready-lists';
import { RefreshLists } from '#server/catalog/refresh-lists';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { TypeormCatalog } from '#server/catalog/typeorm-catalog';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import { ViewEntity } from '#server/catalog/view-entity';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [JobsModule],
  controllers: [CatalogController, ExportController],
  providers: [
    SearchCatalog,
    ExportList,
    ViewEntity,
    RefreshLists,
    ListsJob,
    { provide: ReadyLists, useClass: MemoryReadyLists },
    { provide: Catalog, useClass: TypeormCatalog },
    { provide: OrderedLists, useClass: TypeormOrderedLists },
  ],
  exports: [OrderedLists],
})
export class CatalogModule {}
