import { Module } from '@nestjs/common';
import { SavedSearches } from '#domain/analytics/watching/saved-searches';
import { WeeklyEmails } from '#domain/analytics/watching/weekly-email';
import { Watchlists } from '#domain/analytics/watching/watchlists';
import { ManageSavedSearches } from '#server/analytics/watching/manage-saved-searches';
import { SavedSearchesController } from '#server/analytics/watching/saved-searches.controller';
import { PostgresWeeklyEmails } from '#server/analytics/watching/postgres/weekly-emails';
import { SendWeeklyEmails } from '#server/analytics/watching/send-weekly-emails';
import { TypeormSavedSearches } from '#server/analytics/watching/typeorm/saved-searches';
import { ManageWatchlists } from '#server/analytics/watching/manage-watchlists';
import { TypeormWatchlists } from '#server/analytics/watching/typeorm/watchlists';
import { WatchingJob } from '#server/analytics/watching/watching.job';
import { WatchlistsController } from '#server/analytics/watching/watchlists.controller';
import { CatalogModule } from '#server/catalog/catalog.module';
import { JobsModule } from '#server/jobs/jobs.module';
import { MailModule } from '#server/mail/mail.module';

@Module({
  imports: [CatalogModule, JobsModule, MailModule],
  controllers: [WatchlistsController, SavedSearchesController],
  providers: [
    ManageWatchlists,
    ManageSavedSearches,
    SendWeeklyEmails,
    WatchingJob,
    { provide: SavedSearches, useClass: TypeormSavedSearches },
    { provide: WeeklyEmails, useClass: PostgresWeeklyEmails },
    { provide: Watchlists, useClass: TypeormWatchlists },
  ],
})
export class WatchingModule {}
