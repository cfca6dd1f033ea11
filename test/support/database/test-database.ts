import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { Postgres } from '#server/database/postgres';

export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  readonly pool: Pool;
  /** The pools of a server on it. */
  readonly postgres: Postgres;
  /** Closes the servers that were opened on it, and drops it. */
  close(): Promise<void>;
}

/** The servers on each test database, by its URL. */
const serversOf = new Map<string, { close(): Promise<void> }[]>();

/** Has a server closed before its test database is dropped. */
export const closeWithDatabase = (url: string, server: { close(): Promise<void> }): unknown => serversOf.get(url)?.push(server);

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

/** A test database for one caller, migrated and empty unless copied from another one, whose connections are closed; `close` drops it. */
export async function createTestDatabase(template = 'corklight_template'): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  // Copying files takes a fraction of the time of writing each block to the log.
  await withAdminClient(async (client) => {
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [template]);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = databaseUrl(name);
  const pool = new Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  const postgres = new Postgres(url);
  serversOf.set(url, [postgres]);
  return {
    name,
    url,
    pool,
    postgres,
    close: async () => {
      for (const server of serversOf.get(url)?.toReversed() ?? []) await server.close();
      serversOf.delete(url);
      await pool.end();
      await withAdminClient((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Postgres has ended one of two statements that waited for each other. */
const DEADLOCK_CODE = '40P01';

/**
 * Empties tables, with those that refer to them, of a database on which a server runs: its jobs lock the same tables in another order, so
 * that Postgres may end either.
 */
export async function emptyTables(pool: Pool, tables: string): Promise<void> {
  for (;;) {
    try {
      await pool.query(`truncate ${tables} cascade`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_CODE) throw error;
    }
  }
}

/** Opens something before the tests around the call, or before each of them, and closes it afterwards. Only they may use what is returned. */
export function openForTests<T extends { close(): Promise<void> }>(open: () => Promise<T>, how: 'once' | 'each' = 'once'): T {
  const [before, after] = how === 'once' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  const opened = {} as T;
  before(async () => {
    const value = await open();
    Object.setPrototypeOf(Object.assign(opened, value), Object.getPrototypeOf(value) as object);
  });
  after(() => opened.close());
  return opened;
}

/** A test database for the tests around the call, or for each of them. */
export const useTestDatabase = (how?: 'once' | 'each'): TestDatabase => openForTests(() => createTestDatabase(), how);
