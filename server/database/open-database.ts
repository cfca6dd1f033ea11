import { join } from 'node:path';
import type { Config } from '#server/config/config';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres';
import { migrate } from '#server/database/migrate';

export interface OpenDatabase {
  readonly url: string;
  /** For the startup message, such as `Postgres 18 (embedded, port 54329)`. */
  readonly label: string;
  readonly directory: string | null;
  readonly migrationCount: number;
  readonly close: () => Promise<void>;
}

/** Opens and migrates the database of this installation: the one at DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.DATABASE_URL) {
    const { hostname, port } = new URL(config.DATABASE_URL);
    const label = `Postgres at ${hostname}:${port || 5432}`;
    return migrateOrClose({ url: config.DATABASE_URL, label, directory: null, close: async () => undefined });
  }
  const { url, port, directory, stop } = await startEmbeddedPostgres(join(process.cwd(), config.DATA_DIR));
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
