import type { ClientBase } from 'pg';
import { transaction } from '#server/database/transaction';

/** The table of the next generation, which is filled while readers use the current one. */
export const nextTableName = (table: string): string => `${table}_next`;

interface Index {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly isKey: boolean;
}

async function listIndexes(client: ClientBase, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select t.name "table", c.relname "name", pg_get_indexdef(i.indexrelid) definition, i.indisprimary "isKey"
     from unnest($1::text[]) t(name) join pg_index i on i.indrelid = t.name::regclass join pg_class c on c.oid = i.indexrelid
     order by t.name, c.relname`,
    [tables],
  );
  return rows;
}

/** Creates the next generation of these tables: empty, with the same columns, without indexes. */
export async function createNextTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  // No query needs statistics of arrays, which take longer to compute than the table; LIKE does not copy the setting.
  const { rows } = await client.query<{ table: string; none: string }>(
    `select n.name "table", string_agg(format('alter %I set statistics 0', a.attname), ', ') none
     from unnest($1::text[]) n(name) join pg_attribute a on a.attrelid = n.name::regclass join pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and not a.attisdropped and t.typcategory = 'A' group by n.name`,
    [tables],
  );
  await client.query(
    [
      `drop table if exists ${tables.map(nextTableName).join(', ')}`,
      ...tables.map((table) => `create table ${nextTableName(table)} (like ${table} including defaults including storage)`),
      ...rows.map(({ table, none }) => `alter table ${nextTableName(table)} ${none}`),
    ].join(';'),
  );
}

/** Creates the current tables' indexes on the filled next tables, and analyzes them. */
export async function indexNextTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  const indexes = await listIndexes(client, tables);
  const steps = indexes.flatMap(({ table, name, definition, isKey }) => {
    const [nextIndex, nextTable] = [nextTableName(name), nextTableName(table)];
    const create = definition.replace(/INDEX \S+ ON \S+ /, `INDEX ${nextIndex} ON ${nextTable} `);
    return isKey ? [create, `alter table ${nextTable} add constraint ${nextIndex} primary key using index ${nextIndex}`] : [create];
  });
  await client.query([...steps, `analyze ${tables.map(nextTableName).join(', ')}`].join(';'));
}

/** Smaller tables and indexes are logged, which then takes less time than waiting for the disk; 2 MB by default. */
const MAX_LOGGED_KB = 128;

/**
 * Builds the next generation of tables: creates, fills (`fill`), indexes and analyzes them. All in one transaction, so that Postgres
 * with `wal_level = minimal` writes each page once instead of logging it as well.
 */
export async function buildNextTables(client: ClientBase, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  await transaction(client, async () => {
    await client.query(`set local wal_skip_threshold = '${MAX_LOGGED_KB}kB'`);
    await createNextTables(client, tables);
    await fill();
    await indexNextTables(client, tables);
  });
}

/** Replaces the current tables with the next ones. The caller's transaction makes this atomic for readers. */
export async function swapTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  const indexes = await listIndexes(client, tables);
  await client.query(
    [
      `drop table ${tables.join(', ')}`,
      ...tables.map((table) => `alter table ${nextTableName(table)} rename to ${table}`),
      ...indexes.map(({ name }) => `alter index ${nextTableName(name)} rename to ${name}`),
    ].join(';'),
  );
}

const LOCK_NOT_AVAILABLE_CODE = '55P03';
const LOCK_RETRY_DELAY_MS = 100;

/**
 * Runs a short transaction that needs exclusive locks without blocking readers for long: each attempt waits `lockTimeoutMs` for its
 * locks, then rolls back and lets readers pass before the next attempt.
 */
export async function inTransactionWithLockRetries(
  client: ClientBase,
  work: () => Promise<void>,
  maxAttempts = 50,
  lockTimeoutMs = 200,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE_CODE || attempt === maxAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_DELAY_MS));
    }
  }
}
