import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { RateLimits } from '#domain/limits';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { WatchingModule } from '#server/watching/watching.module';
import { ApiDocsController } from '#server/api-docs/api-docs.controller';
import { AuditController } from '#server/audit/audit.controller';
import { AuthModule } from '#server/auth/auth.module';
import { DemoController } from '#server/auth/demo.controller';
import { ImportQueue } from '#server/catalog/intake/import-queue';
import { IntakeModule } from '#server/catalog/intake/intake.module';
import { CatalogModule } from '#server/catalog/catalog.module';
import { type Config, isSandboxAllowed } from '#server/config/config';
import { DataQualityModule } from '#server/data-quality/data-quality.module';
import { AccessGuard } from '#server/http/guards/access.guard';
import { BrowserSession } from '#server/http/guards/cookies';
import { CsrfGuard } from '#server/http/guards/csrf.guard';
import { ErrorFilter } from '#server/http/error.filter';
import { ClientIpLimits, MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { RateLimitGuard } from '#server/http/limits/rate-limit.guard';
import { RATE_LIMIT_SETTINGS, parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { PostgresRateLimits } from '#server/http/limits/postgres/rate-limits';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { SiteController } from '#server/pages/site.controller';
import { JobScheduler } from '#server/jobs/job-scheduler';
import { StartJob } from '#server/jobs/start-job';
import { JobsController } from '#server/jobs/jobs.controller';
import { JobsModule } from '#server/jobs/jobs.module';
import { Heartbeat } from '#server/monitoring/instances/heartbeat';
import { LOG, type Log } from '#server/monitoring/logs/log';
import { LinkedAccountsModule } from '#server/linked-accounts/linked-accounts.module';
import { MailModule } from '#server/mail/mail.module';
import { KeywordsModule } from '#server/keywords/keywords.module';
import { MonitoringModule } from '#server/monitoring/monitoring.module';
import { OperationsModule } from '#server/operations/operations.module';
import { PeopleModule } from '#server/people/people.module';
import { RemoveDemo } from '#server/demo/remove-demo';
import { SetupFigures } from '#server/setup/postgres/setup-figures';
import { SetupController } from '#server/setup/setup.controller';
import { SharedModule } from '#server/shared.module';
import { SubscriptionsModule } from '#server/subscriptions/subscriptions.module';

const modules = [
  CatalogModule,
  IntakeModule,
  AnalyticsModule,
  JobsModule,
  AuthModule,
  MailModule,
  SubscriptionsModule,
  LinkedAccountsModule,
  DataQualityModule,
  KeywordsModule,
  WatchingModule,
  PeopleModule,
  MonitoringModule,
  OperationsModule,
];

/** The rate limits as set. Logs a warning when a production site turns one off. */
function rateLimitSettings({ RATE_LIMITS, NODE_ENV }: Config, { records }: Log) {
  const settings = parseRateLimitSettings(RATE_LIMITS);
  if (NODE_ENV === 'production' && settings.disabledNames.length > 0)
    records.warn({ part: 'limits' }, `RATE_LIMITS turns off: ${settings.disabledNames.join(', ')}`);
  return settings;
}

/** The whole server, with or without its schedule. */
@Global()
@Module({})
export class AppModule {
  static forConfig(config: Config, databaseUrl: string, log: Log, isScheduled: boolean): DynamicModule {
    return {
      module: AppModule,
      imports: [SharedModule.forConfig(config, databaseUrl), ScheduleModule.forRoot(), ...modules],
      controllers: [
        SiteController,
        SetupController,
        ApiDocsController,
        AuditController,
        JobsController,
        ...(isSandboxAllowed(config) ? [DemoController] : []),
      ],
      providers: [
        { provide: LOG, useValue: log },
        BrowserSession,
        StartJob,
        RemoveDemo,
        SetupFigures,
        ...(isScheduled ? [JobScheduler, Heartbeat, ImportQueue] : []),
        MemoryRateLimits,
        ClientIpLimits,
        RefusalLog,
        { provide: RATE_LIMIT_SETTINGS, useValue: rateLimitSettings(config, log) },
        { provide: RateLimits, useClass: PostgresRateLimits },
        { provide: APP_GUARD, useClass: CsrfGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [LOG, BrowserSession, ClientIpLimits, RefusalLog, RATE_LIMIT_SETTINGS, RateLimits, AuthModule, AnalyticsModule],
    };
  }
}
