import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptionsFor } from '#server/database/data-source';

/** Any number, the same in every process: who holds it is migrating. */
const MIGRATION_LOCK_ID = 7_305_110;

/** Brings the schema up to date; of several processes starting at once one does it and the others wait. Answers how many migrations ran. */
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
