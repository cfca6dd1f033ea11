import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Viewers } from '#domain/auth/viewers';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { CatalogModule } from '#server/catalog/catalog.module';
import { CONFIG, type Config } from '#server/config/config';
import { DatabaseModule } from '#server/database/database.module';
import { AccessGuard } from '#server/http/access.guard';
import { AnonymousViewers } from '#server/http/anonymous-viewers';
import { ErrorFilter } from '#server/http/error.filter';
import { JobsModule } from '#server/jobs/jobs.module';
import { SiteController } from '#server/http/site.controller';

/** The whole server; `config` and the database's address are given, so that tests and the command line build the same house. */
@Global()
@Module({})
export class AppModule {
  static with(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [DatabaseModule.at(databaseUrl), ScheduleModule.forRoot(), CatalogModule, AnalyticsModule, JobsModule],
      controllers: [SiteController],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: Viewers, useClass: AnonymousViewers },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [CONFIG, Viewers],
    };
  }
}
