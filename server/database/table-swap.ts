import type { ClientBase } from 'pg';
import { transaction } from '#server/database/transaction';

/** The table that is being filled while readers still use the present one. */
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

/** Makes the next form of each of these tables: empty, with the same columns, without indexes. */
export async function createNextTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  // No query asks for the statistics of arrays, and making them takes longer than the table; LIKE does not take the setting over.
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

/** Gives the filled next tables the indexes of the present ones, and statistics. */
export async function indexNextTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  const indexes = await listIndexes(client, tables);
  const steps = indexes.flatMap(({ table, name, definition, isKey }) => {
    const [nextIndex, nextTable] = [nextTableName(name), nextTableName(table)];
    const create = definition.replace(/INDEX \S+ ON \S+ /, `INDEX ${nextIndex} ON ${nextTable} `);
    return isKey ? [create, `alter table ${nextTable} add constraint ${nextIndex} primary key using index ${nextIndex}`] : [create];
  });
  await client.query([...steps, `analyze ${tables.map(nextTableName).join(', ')}`].join(';'));
}

/**
 * Makes the next form of tables, filled by `fill`, with the indexes of the present ones and statistics. All in one transaction: a
 * Postgres that has no replicas to tell then writes each page once instead of logging it as well.
 */
export async function buildNextTables(client: ClientBase, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  await transaction(client, async () => {
    await createNextTables(client, tables);
    await fill();
    await indexNextTables(client, tables);
  });
}

/** Puts the next tables in the place of the present ones, under their names; the caller's transaction makes it one step for readers. */
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

/**
 * Runs the last, short step in a transaction that never makes readers wait long: each try gives up after `patience` milliseconds and
 * lets them pass before the next one.
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
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
