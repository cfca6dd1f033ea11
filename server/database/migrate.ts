import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptionsFor } from '#server/database/data-source';

/** The key of the advisory lock that a migrating process holds. */
const MIGRATION_LOCK_ID = 7_305_110;

/** Runs pending migrations and returns their number. When several processes start together, one migrates and the others wait. */
export async function migrate(url: string): Promise<number> {
  const lock = new Client({ connectionString: url, application_name: 'corklight migration' });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID]);
    const source = new DataSource({ ...dataSourceOptionsFor(url), extra: { application_name: 'corklight migration' } });
    await source.initialize();
    try {
      return (await source.runMigrations()).length;
    } finally {
      await source.destroy();
    }
  } finally {
    await lock.end();
  }
}

/** Whether migrations have run on this database before. */
export async function hasMigrated(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'corklight migration' });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('migrations') is not null found`);
    return rows[0]?.found === true;
  } finally {
    await client.end();
  }
}
