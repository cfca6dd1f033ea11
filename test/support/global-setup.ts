import { Client } from 'pg';
import { migrate } from '#server/database/migrate';
import { startPostgres, type TestPostgres } from './database/postgres-server';

declare global {
  var testPostgres: TestPostgres | undefined;
}

/** Starts one Postgres for the run, with a migrated template database that each test file copies. Two projects of one run share it. */
export default async function setup(): Promise<void> {
  if (globalThis.testPostgres) return;
  globalThis.testPostgres = await startPostgres();
  const { url, kind } = globalThis.testPostgres;
  process.env['TEST_DATABASE_URL'] = url;
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('drop database if exists corklight_template with (force)');
  await client.query('drop database if exists corklight_demo with (force)');
  await client.query('create database corklight_template');
  await client.end();
  const template = new URL(url);
  template.pathname = '/corklight_template';
  await migrate(template.toString());
  console.log(`\nPostgres for the tests: ${kind}`);
}
