import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  close(): Promise<void>;
}

const urlOf = (database: string): string => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${database}`;
  return url.toString();
};

async function asMaster<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A database of the caller's own, migrated and empty unless another one is to be copied; `close` drops it. */
export async function freshDatabase(template = 'corklight_template'): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await asMaster((client) => client.query(`create database ${name} template ${template}`));
  const url = urlOf(name);
  const pool = new Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    close: async () => {
      await pool.end();
      await asMaster((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
