import { Client } from 'pg';

/** The address of another database of the same server. */
export const databaseUrl = (url: string, database: string): string => {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.toString();
};

/** Runs work with a connection of its own. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'corklight bench' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs work on a scratch database, a copy of the one at `url` or an empty one, and drops it afterwards. */
export async function withScratchDatabase<T>(url: string, name: string, isCopy: boolean, work: (url: string) => Promise<T>): Promise<T> {
  const source = new URL(url).pathname.slice(1);
  const scratch = `${source}_${name}`;
  const master = new Client({ connectionString: databaseUrl(url, 'postgres') });
  await master.connect();
  try {
    await master.query(`drop database if exists ${scratch} with (force)`);
    // Postgres copies only a database without connections; our own pools reconnect by themselves.
    if (isCopy) await master.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [source]);
    await master.query(`create database ${scratch} ${isCopy ? `template ${source} strategy file_copy` : ''}`);
    return await work(databaseUrl(url, scratch));
  } finally {
    await master.query(`drop database if exists ${scratch} with (force)`).catch(() => undefined);
    await master.end();
  }
}
