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
  close(): Promise<void>;
}

/** Opens and migrates the database of this installation: the one at DATABASE_URL, or the embedded one in DATA_DIR. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.DATABASE_URL) {
    const { hostname, port } = new URL(config.DATABASE_URL);
    const migrationCount = await migrate(config.DATABASE_URL);
    return {
      url: config.DATABASE_URL,
      label: `Postgres at ${hostname}:${port || 5432}`,
      directory: null,
      migrationCount,
      close: async () => undefined,
    };
  }
  const embedded = await startEmbeddedPostgres(join(process.cwd(), config.DATA_DIR));
  try {
    const migrationCount = await migrate(embedded.url);
    return {
      url: embedded.url,
      label: `Postgres 18 (embedded, port ${embedded.port})`,
      directory: embedded.directory,
      migrationCount,
      close: () => embedded.stop(),
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
