import { Module } from '@nestjs/common';
import { SavedSearches } from '#domain/analytics/watching/saved-searches';
import { Watchlists } from '#domain/analytics/watching/watchlists';
import { ManageSavedSearches } from '#server/analytics/watching/manage-saved-searches';
import { SavedSearchesController } from '#server/analytics/watching/saved-searches.controller';
import { TypeormSavedSearches } from '#server/analytics/watching/typeorm/saved-searches';
import { ManageWatchlists } from '#server/analytics/watching/manage-watchlists';
import { TypeormWatchlists } from '#server/analytics/watching/typeorm/watchlists';
import { WatchlistsController } from '#server/analytics/watching/watchlists.controller';
import { CatalogModule } from '#server/catalog/catalog.module';

@Module({
  imports: [CatalogModule],
  controllers: [WatchlistsController, SavedSearchesController],
  providers: [
    ManageWatchlists,
    ManageSavedSearches,
    { provide: SavedSearches, useClass: TypeormSavedSearches },
    { provide: Watchlists, useClass: TypeormWatchlists },
  ],
})
export class WatchingModule {}
