import 'reflect-metadata';
import type { Abstract, Type } from '@nestjs/common';
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
import { CliModule } from '#server/cli/cli.module';
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
import { createLog, type Log } from '#server/monitoring/logs/log';

/** The log of a command: lines for people on the standard error, in production too. The standard output belongs to the command. */
export const commandLog = (
  config: Config,
  LOG_LEVEL: 'warn' | 'error',
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log => createLog({ ...config, NODE_ENV: 'development', LOG_LEVEL }, { isTerminal: true, write });

/** What the commands use of the application, and how to close it. */
export type ApplicationContext = Awaited<ReturnType<typeof openApplicationContext>>;

type GetService = <T>(service: Type<T> | Abstract<T>) => T;

const servicesOf = (get: GetService) => ({
  postgres: get(Postgres),
  clock: get(Clock),
  writeLock: get(WriteLock),
  recomputeGrowth: get(RecomputeGrowth),
  recomputeKeywords: get(RecomputeKeywords),
  eventPartitions: get(PostgresEventPartitions),
  visitorEvents: get(VisitorEventStore),
  importRuns: get(PostgresImportRuns),
  takeBacks: get(PostgresTakeBack),
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
      ...servicesOf(get),
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
