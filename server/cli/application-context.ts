import 'reflect-metadata';
import { type Abstract, type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ActName, AuditLog, type CommandActor, type NewEntry } from '#domain/audit/acts';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { VisitorEventStore } from '#domain/analytics/visitors/visitor-events';
import { LockScope } from '#domain/jobs/lock-scope';
import { WriteLock } from '#domain/jobs/write-lock';
import { Clock } from '#domain/clock';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { RecomputeGrowth } from '#server/analytics/growth/recompute-growth';
import { PostgresEventPartitions } from '#server/analytics/visitors/postgres/event-partitions';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { CatalogDump } from '#server/catalog/export/postgres/catalog-dump';
import { HeaderMappings } from '#server/catalog/import/postgres/header-mappings';
import { PostgresImportRuns } from '#server/catalog/import/postgres/import-runs';
import { PostgresTakeBack } from '#server/catalog/import/postgres/take-back';
import { ReceivedFiles } from '#server/catalog/intake/files/received-files';
import { Imports } from '#server/catalog/intake/typeorm/imports';
import { RefreshReadModel } from '#server/catalog/read-model/refresh-read-model';
import type { Config } from '#server/config/config';
import { openSiteDatabase } from '#server/launch/postgres/open-database';
import { Postgres } from '#server/database/postgres';
import { readSetting, SERVED_PORT } from '#server/database/schema/stored-settings';
import { loadDemoOnce } from '#server/demo/load-demo-once';
import { RemoveDemo } from '#server/demo/remove-demo';
import { PublicUrl } from '#server/http/public-url';
import { JobStatuses } from '#server/jobs/job-statuses';
import { Campaigns } from '#server/mail/postgres/campaigns';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';
import { NestLog } from '#server/monitoring/logs/nest-log';
import { MaintenanceSwitch } from '#server/operations/maintenance/typeorm/maintenance-switch';
import { createLog, LOG, type Log } from '#server/monitoring/logs/log';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { AnalyticsModule } from '#server/analytics/analytics.module';
import { Administrators } from '#server/people/typeorm/administrators';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { ApiKeys } from '#server/auth/api-keys/typeorm/api-keys';
import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import { CatalogModule } from '#server/catalog/catalog.module';
import { JobsModule } from '#server/jobs/jobs.module';
import { KeywordsModule } from '#server/keywords/keywords.module';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { JsonSecurityLog } from '#server/monitoring/logs/json-security-log';
import { TokenCipher } from '#server/secrets/token-cipher';
import { SharedModule } from '#server/shared.module';

/** The log of a command: lines for people on the standard error, in production too. The standard output belongs to the command. */
export const commandLog = (
  config: Config,
  LOG_LEVEL: 'warn' | 'error',
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log => createLog({ ...config, NODE_ENV: 'development', LOG_LEVEL }, { isTerminal: true, write });

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
      ],
      exports: [SecurityLog],
    };
  }
}

/** What the commands use of the application, and how to close it. */
export type ApplicationContext = Awaited<ReturnType<typeof openApplicationContext>>;

type GetService = <T>(service: Type<T> | Abstract<T>) => T;

const servicesOf = (get: GetService, { IMPORTS_KEPT_DAYS }: Config) => ({
  postgres: get(Postgres),
  clock: get(Clock),
  writeLock: get(WriteLock),
  recomputeGrowth: get(RecomputeGrowth),
  recomputeKeywords: get(RecomputeKeywords),
  eventPartitions: get(PostgresEventPartitions),
  visitorEvents: get(VisitorEventStore),
  importRuns: new PostgresImportRuns(get(Postgres).jobPool, IMPORTS_KEPT_DAYS),
  takeBacks: new PostgresTakeBack(get(Postgres).jobPool, IMPORTS_KEPT_DAYS),
  imports: get(Imports),
  receivedFiles: get(ReceivedFiles),
  searchInterest: get(SearchInterest),
  headerMappings: new HeaderMappings(get(Postgres)),
  catalogDump: new CatalogDump(get(Postgres)),
  campaigns: get<Pick<Campaigns, 'countAudience' | 'enqueueEmails'>>(Campaigns),
  tokenRotation: get(PostgresTokenRotation),
  administrators: get(AppointAdministrators),
  apiKeys: get(ManageApiKeys),
  readModelRefresh: { rebuildStale: () => get(RefreshReadModel).rebuildStale(new LockScope()) },
  jobStatuses: get(JobStatuses),
  maintenanceSwitch: get(MaintenanceSwitch),
  removeDemo: new RemoveDemo(
    get(Postgres),
    get(VisitorEventStore),
    get(Clock),
    get(WriteLock),
    get(RecomputeGrowth),
    get(RecomputeKeywords),
  ),
  /** Writes what a command is about to do to the audit. */
  enter: (by: CommandActor, act: ActName, facts: Pick<NewEntry, 'target' | 'details'> = {}): Promise<void> =>
    get(AuditLog).enter({ by, at: get(Clock).now(), act, ...facts }),
});

/**
 * Opens the database of this installation and starts the application without HTTP and schedule. Throws an error where no site has been
 * started yet: a command with other settings than the server's must not begin a second site. `onOpen` gets the label of the database.
 */
export async function openApplicationContext(config: Config, onOpen: (label: string) => void = () => undefined) {
  const database = await openSiteDatabase(config, onOpen);
  const log = commandLog(config, 'warn');
  try {
    const context = await NestFactory.createApplicationContext(CliModule.forConfig(config, database.url, log), {
      logger: new NestLog(log.records),
      abortOnError: false,
    });
    const get: GetService = (service) => context.get(service, { strict: false });
    const servedPort = await readSetting(get(Postgres).pool, SERVED_PORT);
    if (servedPort !== null) get(PublicUrl).setPort(Number(servedPort));
    return {
      ...servicesOf(get, config),
      postalAddress: config.POSTAL_ADDRESS ?? null,
      loadDemo: (): Promise<number> => loadDemoOnce(context),
      close: async (): Promise<void> => {
        await context.close();
        await database.close();
      },
      explainFailure: database.explainFailure,
      /** Closes the database, whatever is in progress: uncommitted work is rolled back, and the next run resumes it. */
      abort: (): Promise<void> => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
