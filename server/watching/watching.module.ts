import { Module, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '#server/jobs/job-runner';
import { AlertsController } from '#server/watching/alerts.controller';
import { EvaluateAlerts } from '#server/watching/evaluate-alerts';
import { ManageAlerts } from '#server/watching/manage-alerts';
import { ManageSavedKeywords } from '#server/watching/manage-saved-keywords';
import { SavedKeywords } from '#server/watching/typeorm/saved-keywords';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { SavedController } from '#server/watching/saved.controller';
import { StoredAlerts } from '#server/watching/postgres/alerts';
import { DueAlertRules } from '#server/watching/postgres/due-alert-rules';
import { WeeklyEmails } from '#server/watching/postgres/weekly-emails';
import { SendAlertEmails, SendWeeklyEmails } from '#server/watching/send-emails';
import { StoredAlertRules } from '#server/watching/typeorm/alert-rules';
import { SavedSearches } from '#server/watching/typeorm/saved-searches';
import { ManageWatchlists } from '#server/watching/manage-watchlists';
import { Watchlists } from '#server/watching/typeorm/watchlists';
import { WatchlistsController } from '#server/watching/watchlists.controller';
import { Catalog } from '#domain/catalog/catalog';
import { Clock } from '#domain/clock';
import { EmailBranding } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { TodayReads } from '#server/watching/postgres/today';
import { ManageInterests } from '#server/watching/today/manage-interests';
import { TodayController } from '#server/watching/today/today.controller';
import { ViewToday } from '#server/watching/today/view-today';
import { Interests } from '#server/watching/typeorm/interests';
import { CONFIG, type Config } from '#server/config/config';
import { CatalogModule } from '#server/catalog/catalog.module';
import { JobsModule } from '#server/jobs/jobs.module';
import { KeywordsModule } from '#server/keywords/keywords.module';

@Module({
  imports: [CatalogModule, JobsModule, KeywordsModule],
  controllers: [WatchlistsController, SavedController, AlertsController, TodayController],
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
    Interests,
    TodayReads,
    EvaluateAlerts,
    {
      provide: SendWeeklyEmails,
      inject: [WeeklyEmails, Secrets, EmailBranding, Clock, CONFIG],
      useFactory: (emails: WeeklyEmails, secrets: Secrets, branding: EmailBranding, clock: Clock, { IMAGE_HOSTS }: Config) =>
        new SendWeeklyEmails(emails, secrets, branding, clock, IMAGE_HOSTS),
    },
    SendAlertEmails,
    StoredAlertRules,
    StoredAlerts,
    DueAlertRules,
    SavedKeywords,
    SavedSearches,
    WeeklyEmails,
    Watchlists,
  ],
})
export class WatchingModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly evaluateAlerts: EvaluateAlerts,
    private readonly sendWeeklyEmails: SendWeeklyEmails,
    private readonly sendAlertEmails: SendAlertEmails,
  ) {}

  /** Evaluates alert rules, and sends the weekly emails and those of alerts. */
  onModuleInit(): void {
    this.runner.register('alerts', ({ scope }) => this.evaluateAlerts.run(scope));
    this.runner.register('weekly-email', ({ scope }) => this.sendWeeklyEmails.run(scope));
    this.runner.register('alert-email', ({ scope }) => this.sendAlertEmails.run(scope));
  }
}
