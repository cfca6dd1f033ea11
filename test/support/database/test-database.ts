import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  close(): Promise<void>;
}

const databaseUrl = (database: string): string => {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${database}`;
  return url.toString();
};

async function withAdminClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A test database for one caller, migrated and empty unless copied from another one; `close` drops it. */
export async function createTestDatabase(template = 'corklight_template'): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await withAdminClient((client) => client.query(`create database ${name} template ${template}`));
  const url = databaseUrl(name);
  const pool = new Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    close: async () => {
      await pool.end();
      await withAdminClient((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
