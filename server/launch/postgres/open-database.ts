import { SECOND_MS } from '#domain/durations';
import { formatCount } from '#domain/numbers';
import { backUpBeforeUpgrade } from '#server/operations/backup/back-up-site';
import type { Config } from '#server/config/config';
import { explainConnectionError } from '#server/operations/doctor/postgres/connection-problem';
import { DiskGuard } from '#server/database/embedded/disk-guard';
import { explainFullDisk } from '#server/database/embedded/full-disk';
import { isClusterCreated, startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { hasMigrated, migrate } from '#server/database/migrate';
import { withConnection } from '#server/database/transaction';
import { examineDatabaseServer } from '#server/operations/doctor/postgres/examine-database';

export interface OpenDatabase {
  /** The address with the role that serves. */
  readonly url: string;
  /** The address with the role that owns the schema; `url` unless there are two roles. */
  readonly migrationUrl: string;
  /** The role that serves, if it is another one than the owner of the schema. */
  readonly servingRole: string | null;
  /** For the startup message, such as `Postgres 18 (embedded, port 54329)`. */
  readonly label: string;
  readonly directory: string | null;
  readonly migrationCount: number;
  readonly close: () => Promise<void>;
  /** A failure of work on it as operators can act on it: while the disk of an embedded database is full, that is the reason. */
  readonly explainFailure: (failure: unknown) => Promise<unknown>;
}

/** An own Postgres as operators know it, without user and password. */
function ownDatabaseLabel(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `Postgres at ${hostname}:${port || 5432}, database ${decodeURIComponent(pathname.slice(1)) || 'of the user'}`;
}

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;

/** The role of a connection, which its address need not name. */
function readRole(databaseUrl: string): Promise<string> {
  return withConnection({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }, async (client) => {
    const { rows } = await client.query<{ role: string }>('select current_user::text "role"');
    return rows[0]?.role ?? '';
  });
}

/** Returns the role of a connection. Fails if the Postgres refuses it, or does not answer, and names the setting. */
async function assertAccepting(databaseUrl: string, setting = 'DATABASE_URL'): Promise<string> {
  try {
    return await readRole(databaseUrl);
  } catch (error) {
    const { problem, fix } = await explainConnectionError(error, databaseUrl, setting);
    throw new Error(`${ownDatabaseLabel(databaseUrl)}, ${problem}. ${fix}`, { cause: error });
  }
}

/** Fails unless the server has been started with this configuration's database before. */
export async function assertSiteExists({ DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  if (DATABASE_URL === undefined && !(await isClusterCreated(DATA_DIR))) {
    throw new Error(
      `no site has been started in ${DATA_DIR} yet. Set DATABASE_URL or DATA_DIR as the server has it, or start the server first.`,
    );
  }
  if (DATABASE_URL === undefined) return;
  await assertAccepting(DATABASE_URL);
  if (!(await hasMigrated(DATABASE_URL))) {
    throw new Error(`no site has been started on ${ownDatabaseLabel(DATABASE_URL)} yet. Check DATABASE_URL, or start the server first.`);
  }
}

/** Fails for a Postgres that the server cannot work with, and says how to mend it. */
async function refuseUnusableServer(databaseUrl: string, migrationUrl: string): Promise<void> {
  const broken = (await examineDatabaseServer(databaseUrl, migrationUrl)).filter(({ state }) => state === 'broken');
  if (broken.length > 0) throw new Error(broken.map(({ subject, message, fix }) => `${subject}: ${message}. ${fix ?? ''}`).join('\n'));
}

/** A database whose schema may be older than this release. */
type ConnectedDatabase = Omit<OpenDatabase, 'migrationCount'>;

/** Opens the database of this installation as it is: the one at DATABASE_URL, or the embedded one in DATA_DIR. */
export async function connectDatabase(config: Config): Promise<ConnectedDatabase> {
  const { DATABASE_URL: ownUrl, MIGRATION_DATABASE_URL: migrationUrl = ownUrl } = config;
  if (ownUrl && migrationUrl) {
    const role = await assertAccepting(ownUrl);
    if (migrationUrl !== ownUrl) await assertAccepting(migrationUrl, 'MIGRATION_DATABASE_URL');
    await refuseUnusableServer(ownUrl, migrationUrl);
    const servingRole = migrationUrl === ownUrl ? null : role;
    const own = { close: async () => undefined, explainFailure: async (failure: unknown) => failure };
    return { url: ownUrl, migrationUrl, servingRole, label: ownDatabaseLabel(ownUrl), directory: null, ...own };
  }
  const postgres = await startEmbeddedPostgres(config.DATA_DIR);
  const guard = await DiskGuard.start(postgres);
  let closing: Promise<void> | undefined;
  // Only once: closed again, it would be taken from other processes that still use it.
  const close = () => (closing ??= guard.stop().then(() => postgres.stop()));
  const { url, port, directory } = postgres;
  const explainFailure = (failure: unknown) => explainFullDisk(failure, directory);
  const label = `Postgres 18 (embedded, port ${port})`;
  return { url, migrationUrl: url, servingRole: null, label, directory, close, explainFailure };
}

/** Backs up an embedded database; of another one, says how its operator does it. */
async function prepareUpgrade(
  { url, directory }: ConnectedDatabase,
  config: Config,
  pendingCount: number,
  notify: (sentence: string) => void,
): Promise<void> {
  const upgrade = `Upgrading the schema of the database (${formatCount(pendingCount, 'migration', 'migrations')}).`;
  if (directory === null) {
    notify(`${upgrade} The way back is a backup from before: stop this and run "corklight backup" if you have none.`);
  } else {
    notify(`${upgrade} Backing it up first.`);
    notify(`Backed up to ${await backUpBeforeUpgrade(url, config)}.`);
  }
}

const printNotice = (sentence: string): void => console.warn(sentence);

/** Opens and migrates the database of this installation. `notify` gets sentences for the operator. */
export const openDatabase = async (config: Config, notify = printNotice): Promise<OpenDatabase> =>
  migrateDatabase(await connectDatabase(config), config, notify);

/** Migrates the database of this installation, and closes it if that fails. */
export async function migrateDatabase(database: ConnectedDatabase, config: Config, notify = printNotice): Promise<OpenDatabase> {
  try {
    const migrationCount = await migrate(database.migrationUrl, {
      onWait: notify,
      servingRole: database.servingRole,
      beforeUpgrade: (pending) => prepareUpgrade(database, config, pending.length, notify),
    });
    return { ...database, migrationCount };
  } catch (error) {
    const explained = await database.explainFailure(error);
    await database.close();
    throw explained;
  }
}

/** Opens the database of a site that has been started before, for a command. `onOpen` gets its label. */
export async function openSiteDatabase(config: Config, onOpen: (label: string) => void): Promise<OpenDatabase> {
  await assertSiteExists(config);
  const database = await openDatabase(config);
  onOpen(database.label);
  return database;
}
