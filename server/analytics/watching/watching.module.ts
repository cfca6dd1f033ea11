import { Module } from '@nestjs/common';
import { Watchlists } from '#domain/analytics/watching/watchlists';
import { ManageWatchlists } from '#server/analytics/watching/manage-watchlists';
import { TypeormWatchlists } from '#server/analytics/watching/typeorm/watchlists';
import { WatchlistsController } from '#server/analytics/watching/watchlists.controller';
import { CatalogModule } from '#server/catalog/catalog.module';

@Module({
  imports: [CatalogModule],
  controllers: [WatchlistsController],
  providers: [ManageWatchlists, { provide: Watchlists, useClass: TypeormWatchlists }],
})
export class WatchingModule {}
