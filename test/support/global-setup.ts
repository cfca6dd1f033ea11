import { Client } from 'pg';
import { migrate } from '#server/database/migrate';
import { startPostgres, type TestPostgres } from './database/postgres-server';

declare global {
  var testPostgres: TestPostgres;
}

/** One Postgres for the run, with a migrated template that each test file copies. */
export default async function setup(): Promise<void> {
  globalThis.testPostgres = await startPostgres();
  process.env['TEST_DATABASE_URL'] = globalThis.testPostgres.url;
  const client = new Client({ connectionString: globalThis.testPostgres.url });
  await client.connect();
  await client.query('drop database if exists corklight_template with (force)');
  await client.query('drop database if exists corklight_demo with (force)');
  await client.query('create database corklight_template');
  await client.end();
  const template = new URL(globalThis.testPostgres.url);
  template.pathname = '/corklight_template';
  await migrate(template.toString());
  console.log(`\nPostgres for the tests: ${globalThis.testPostgres.kind}`);
}
