import type { Config } from '#server/config/config';
import { isClusterCreated, startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { hasMigrated, migrate } from '#server/database/migrate';

export interface OpenDatabase {
  readonly url: string;
  /** For the startup message, such as `Postgres 18 (embedded, port 54329)`. */
  readonly label: string;
  readonly directory: string | null;
  readonly migrationCount: number;
  readonly close: () => Promise<void>;
}

/** An own Postgres as operators know it, without user and password. */
function ownDatabaseLabel(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `Postgres at ${hostname}:${port || 5432}, database ${decodeURIComponent(pathname.slice(1)) || 'of the user'}`;
}

/** Fails unless the server has been started with this configuration's database before. */
export async function assertSiteExists({ DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  if (DATABASE_URL === undefined && !(await isClusterCreated(DATA_DIR))) {
    throw new Error(
      `no site has been started in ${DATA_DIR} yet. Set DATABASE_URL or DATA_DIR as the server has it, or start the server first.`,
    );
  }
  if (DATABASE_URL !== undefined && !(await hasMigrated(DATABASE_URL))) {
    throw new Error(`no site has been started on ${ownDatabaseLabel(DATABASE_URL)} yet. Check DATABASE_URL, or start the server first.`);
  }
}

/** Opens and migrates the database of this installation: the one at DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.DATABASE_URL) {
    const label = ownDatabaseLabel(config.DATABASE_URL);
    return migrateOrClose({ url: config.DATABASE_URL, label, directory: null, close: async () => undefined });
  }
  const { url, port, directory, stop } = await startEmbeddedPostgres(config.DATA_DIR);
  return migrateOrClose({ url, label: `Postgres 18 (embedded, port ${port})`, directory, close: stop });
}

async function migrateOrClose(database: Omit<OpenDatabase, 'migrationCount'>): Promise<OpenDatabase> {
  try {
    return { ...database, migrationCount: await migrate(database.url) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
