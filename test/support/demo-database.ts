import { Client } from 'pg';
import { freshDatabase, type TestDatabase } from './database';
import { startServer } from './running-server';

/** The run's catalogue to copy from; the set-up of the next run drops it. */
const DEMO = 'corklight_demo';
const MAKING = `${DEMO}_making`;
const LOCK = 7_302_114;

const addressOf = (database: string): string => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${database}`;
  return url.toString();
};

/** A database of the caller's own with the demo catalogue in it. The first caller of a run has it made, the others wait; all get copies. */
export async function demoDatabase(): Promise<TestDatabase> {
  const master = new Client({ connectionString: addressOf('postgres') });
  await master.connect();
  try {
    await master.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await master.query('select from pg_database where datname = $1', [DEMO]);
    if (!rowCount) await makeDemo(master);
    return await freshDatabase(DEMO);
  } finally {
    await master.end();
  }
}

/** It takes its name when it is whole: a making that failed is never copied. */
async function makeDemo(master: Client): Promise<void> {
  await master.query(`drop database if exists ${MAKING} with (force)`);
  await master.query(`create database ${MAKING} template corklight_template`);
  const server = await startServer({ DATABASE_URL: addressOf(MAKING) });
  await server.stop();
  await master.query(`alter database ${MAKING} rename to ${DEMO}`);
}
