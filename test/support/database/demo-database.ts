import { Client, type Pool } from 'pg';
import { DAY_MS } from '#domain/durations';
import { createTestDatabase, type TestDatabase } from './test-database';
import { startServer } from '../process/server-process';

/** The run's demo catalog, from which tests copy; the setup of the next run drops it. */
const DEMO_DATABASE = 'corklight_demo';
const UNFINISHED_DATABASE = `${DEMO_DATABASE}_making`;
const LOCK_ID = 7_302_114;

const databaseUrl = (database: string): string => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${database}`;
  return url.toString();
};

/** A test database with the demo catalog. The first caller of a run generates it while others wait; each gets a copy. */
export async function copyDemoDatabase(): Promise<TestDatabase> {
  const admin = new Client({ connectionString: databaseUrl('postgres') });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK_ID]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [DEMO_DATABASE]);
    if (!rowCount) await createDemoDatabase(admin);
    return await createTestDatabase(DEMO_DATABASE);
  } finally {
    await admin.end();
  }
}

/** The start of the day that the demo's scores are of: its newest readings are of that day. */
export async function readDemoDay(pool: Pool): Promise<Date> {
  const { rows } = await pool.query<{ day: number }>('select min(scored_day) "day" from catalog_stats');
  return new Date((rows[0]?.day ?? 0) * DAY_MS);
}

/** The database gets its final name only when complete, so that a failed attempt is never copied. */
async function createDemoDatabase(admin: Client): Promise<void> {
  await admin.query(`drop database if exists ${UNFINISHED_DATABASE} with (force)`);
  await admin.query(`create database ${UNFINISHED_DATABASE} template corklight_template`);
  const server = await startServer({ DATABASE_URL: databaseUrl(UNFINISHED_DATABASE) });
  await server.stop();
  await admin.query(`alter database ${UNFINISHED_DATABASE} rename to ${DEMO_DATABASE}`);
}
