import { Module } from '@nestjs/common';
import { Catalog } from '#domain/catalog/catalog';
import { OrderedLists } from '#domain/catalog/ordered-lists';
import { CatalogController } from '#server/catalog/catalog.controller';
import { ExportController } from '#server/catalog/export.controller';
import { ExportList } from '#server/catalog/export-list';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { TypeormCatalog } from '#server/catalog/typeorm-catalog';
import { TypeormOrderedLists } from '#server/catalog/typeorm-ordered-lists';
import { ViewEntity } from '#server/catalog/view-entity';

@Module({
  controllers: [CatalogController, ExportController],
  providers: [
    SearchCatalog,
    ExportList,
    ViewEntity,
    { provide: Catalog, useClass: TypeormCatalog },
    { provide: OrderedLists, useClass: TypeormOrderedLists },
  ],
  exports: [OrderedLists],
})
export class CatalogModule {}
