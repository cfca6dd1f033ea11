import { Module } from '@nestjs/common';
import { AlertRules } from '#domain/analytics/watching/alerts/alert-rules';
import { Alerts } from '#domain/analytics/watching/alerts/alerts';
import { SavedKeywords } from '#domain/analytics/watching/saved-keywords';
import { SavedSearches } from '#domain/analytics/watching/saved-searches';
import { WeeklyEmails } from '#domain/analytics/watching/weekly-email';
import { Watchlists } from '#domain/analytics/watching/watchlists';
import { AlertRulesController } from '#server/analytics/watching/alert-rules.controller';
import { AlertsController } from '#server/analytics/watching/alerts.controller';
import { EvaluateAlerts } from '#server/analytics/watching/evaluate-alerts';
import { ManageAlerts } from '#server/analytics/watching/manage-alerts';
import { ManageSavedKeywords } from '#server/analytics/watching/manage-saved-keywords';
import { SavedKeywordsController } from '#server/analytics/watching/saved-keywords.controller';
import { TypeormSavedKeywords } from '#server/analytics/watching/typeorm/saved-keywords';
import { ManageSavedSearches } from '#server/analytics/watching/manage-saved-searches';
import { SavedSearchesController } from '#server/analytics/watching/saved-searches.controller';
import { PostgresAlerts } from '#server/analytics/watching/postgres/alerts';
import { PostgresWeeklyEmails } from '#server/analytics/watching/postgres/weekly-emails';
import { SendAlertEmails } from '#server/analytics/watching/send-alert-emails';
import { SendWeeklyEmails } from '#server/analytics/watching/send-weekly-emails';
import { TypeormAlertRules } from '#server/analytics/watching/typeorm/alert-rules';
import { TypeormSavedSearches } from '#server/analytics/watching/typeorm/saved-searches';
import { ManageWatchlists } from '#server/analytics/watching/manage-watchlists';
import { TypeormWatchlists } from '#server/analytics/watching/typeorm/watchlists';
import { WatchingJob } from '#server/analytics/watching/watching.job';
import { WatchlistsController } from '#server/analytics/watching/watchlists.controller';
import { Interests } from '#domain/analytics/watching/today/interests';
import { TodayReads } from '#domain/analytics/watching/today/today';
import { Catalog } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { EmailBranding } from '#domain/mail/email-branding';
import { Secrets } from '#domain/secrets';
import { PostgresTodayReads } from '#server/analytics/watching/postgres/today';
import { ManageInterests } from '#server/analytics/watching/today/manage-interests';
import { TodayController } from '#server/analytics/watching/today/today.controller';
import { ViewToday } from '#server/analytics/watching/today/view-today';
import { TypeormInterests } from '#server/analytics/watching/typeorm/interests';
import { CONFIG, type Config } from '#server/config/config';
import { CatalogModule } from '#server/catalog/catalog.module';
import { JobsModule } from '#server/jobs/jobs.module';
import { MailModule } from '#server/mail/mail.module';

@Module({
  imports: [CatalogModule, JobsModule, MailModule],
  controllers: [
    WatchlistsController,
    SavedSearchesController,
    SavedKeywordsController,
    AlertRulesController,
    AlertsController,
    TodayController,
  ],
  providers: [
    ManageWatchlists,
    ManageSavedSearches,
    ManageSavedKeywords,
    ManageAlerts,
    ViewToday,
    {
      provide: ManageInterests,
      inject: [Interests, TodayReads, Catalog, Watchlists, CONFIG],
      useFactory: (interests: Interests, reads: TodayReads, catalog: Catalog, watchlists: Watchlists, { IMAGE_HOSTS }: Config) =>
        new ManageInterests(interests, reads, catalog, watchlists, IMAGE_HOSTS),
    },
    { provide: Interests, useClass: TypeormInterests },
    { provide: TodayReads, useClass: PostgresTodayReads },
    EvaluateAlerts,
    {
      provide: SendWeeklyEmails,
      inject: [WeeklyEmails, Secrets, EmailBranding, Clock, CONFIG],
      useFactory: (emails: WeeklyEmails, secrets: Secrets, branding: EmailBranding, clock: Clock, { IMAGE_HOSTS }: Config) =>
        new SendWeeklyEmails(emails, secrets, branding, clock, IMAGE_HOSTS),
    },
    SendAlertEmails,
    WatchingJob,
    { provide: AlertRules, useClass: TypeormAlertRules },
    { provide: Alerts, useClass: PostgresAlerts },
    { provide: SavedKeywords, useClass: TypeormSavedKeywords },
    { provide: SavedSearches, useClass: TypeormSavedSearches },
    { provide: WeeklyEmails, useClass: PostgresWeeklyEmails },
    { provide: Watchlists, useClass: TypeormWatchlists },
  ],
})
export class WatchingModule {}
