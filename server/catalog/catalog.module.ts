import { homeListsWith } from '#domain/catalog/home-lists';
import { Module } from '@nestjs/common';
import { Catalog, ResponseCache } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { Secrets } from '#domain/secrets';
import { FreeSearches } from '#server/catalog/postgres/free-searches';
import { ReadModel } from '#domain/catalog/read-model';
import { DetailsController } from '#server/catalog/details.controller';
import { ListsController } from '#server/catalog/lists.controller';
import { CONFIG, type Config } from '#server/config/config';
import { ExportController } from '#server/catalog/export/export.controller';
import { ExportList } from '#server/catalog/export/export-list';
import { ListExports } from '#server/http/exports';
import { HistoryJob } from '#server/catalog/history/history.job';
import { ReadModelJob } from '#server/catalog/read-model/read-model.job';
import { MemoryResponseCache } from '#server/cache/memory-response-cache';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { PostgresCatalog } from '#server/catalog/postgres/catalog';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { ViewCatalogStats } from '#server/catalog/view-catalog-stats';
import { ViewFilterCounts } from '#server/catalog/view-filter-counts';
import { ViewEntity } from '#server/catalog/view-entity';
import { CatalogReads, routeReads } from '#server/database/replicas/catalog-reads';
import { JobsModule } from '#server/jobs/jobs.module';

@Module({
  imports: [JobsModule],
  controllers: [ListsController, DetailsController, ExportController],
  providers: [
    ExportList,
    ListExports,
    {
      provide: ViewCatalogStats,
      inject: [Catalog, Clock, CONFIG],
      useFactory: (catalog: Catalog, clock: Clock, { IMAGE_HOSTS, FREE_SEARCHES }: Config) =>
        new ViewCatalogStats(catalog, IMAGE_HOSTS, clock, FREE_SEARCHES),
    },
    FreeSearches,
    {
      provide: SearchCatalog,
      inject: [Catalog, ResponseCache, Clock, FreeSearches, Secrets, CONFIG],
      useFactory: (catalog: Catalog, cache: ResponseCache, clock: Clock, freeSearches: FreeSearches, secrets: Secrets, config: Config) =>
        new SearchCatalog(catalog, cache, clock, freeSearches, secrets, {
          freeSearches: config.FREE_SEARCHES,
          homeLists: homeListsWith(config.HOME_KEYWORDS),
        }),
    },
    ViewEntity,
    ViewFilterCounts,
    RefreshReadModel,
    ReadModelJob,
    HistoryJob,
    { provide: ResponseCache, useFactory: () => new MemoryResponseCache() },
    {
      provide: Catalog,
      inject: [CatalogReads, CONFIG, Clock],
      useFactory: (reads: CatalogReads, config: Config, clock: Clock) =>
        routeReads<Catalog>(reads, (pool) => new PostgresCatalog({ pool }, config, clock), {
          // The next count begins where this one ends: a row that a replica lacks would never be counted.
          onPrimary: ['countAddedSince'],
          versions: ['listVersion'],
        }),
    },
    { provide: ReadModel, useClass: PostgresReadModel },
  ],
  exports: [Catalog, ReadModel, ResponseCache, ListExports],
})
export class CatalogModule {}
