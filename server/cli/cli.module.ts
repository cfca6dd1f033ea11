import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { Administrators } from '#server/people/typeorm/administrators';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { ApiKeys } from '#server/auth/api-keys/typeorm/api-keys';
import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports } from '#server/catalog/intake/typeorm/imports';
import { CatalogModule } from '#server/catalog/catalog.module';
import type { Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { JobsModule } from '#server/jobs/jobs.module';
import { KeywordsModule } from '#server/keywords/keywords.module';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';
import { MaintenanceSwitch } from '#server/operations/maintenance/typeorm/maintenance-switch';
import { Campaigns } from '#server/mail/postgres/campaigns';
import { JsonSecurityLog } from '#server/monitoring/logs/json-security-log';
import { LOG, type Log } from '#server/monitoring/logs/log';
import { TokenCipher } from '#server/secrets/token-cipher';
import { SharedModule } from '#server/shared.module';

/** The CLI: the modules that commands use, without schedule, HTTP and sign-in. */
@Global()
@Module({})
export class CliModule {
  static forConfig(config: Config, databaseUrl: string, log: Log): DynamicModule {
    return {
      module: CliModule,
      // Commands read what they or others have just written.
      imports: [
        SharedModule.forConfig({ ...config, DATABASE_READ_URLS: undefined }, databaseUrl),
        AnalyticsModule,
        CatalogModule,
        JobsModule,
        KeywordsModule,
      ],
      providers: [
        Accounts,
        ApiKeys,
        AppointAdministrators,
        Campaigns,
        ManageApiKeys,
        Imports,
        ReceivedFiles,
        PostgresTokenRotation,
        TokenCipher,
        TokenEncryption,
        { provide: LOG, useValue: log },
        { provide: SecurityLog, useClass: JsonSecurityLog },
        Administrators,
        { provide: Passwords, useClass: Argon2Passwords },
        MaintenanceSwitch,
        {
          provide: PostgresImportRuns,
          inject: [Postgres],
          useFactory: ({ jobPool }: Postgres) => new PostgresImportRuns(jobPool, config.IMPORTS_KEPT_DAYS),
        },
        {
          provide: PostgresTakeBack,
          inject: [Postgres],
          useFactory: ({ jobPool }: Postgres) => new PostgresTakeBack(jobPool, config.IMPORTS_KEPT_DAYS),
        },
      ],
      exports: [SecurityLog],
    };
  }
}
