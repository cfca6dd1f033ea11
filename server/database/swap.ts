import type { ClientBase } from 'pg';
import { transaction } from '#server/database/transaction';

/** The table that is being filled while readers still use the present one. */
export const nextOf = (table: string): string => `${table}_next`;

interface Index {
  readonly name: string;
  readonly definition: string;
  readonly isKey: boolean;
}

async function indexesOf(client: ClientBase, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname "name", pg_get_indexdef(i.indexrelid) definition, i.indisprimary "isKey"
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1::regclass order by c.relname`,
    [table],
  );
  return rows;
}

/** Makes the next form of a table: empty, with the same columns, without indexes. */
export async function createNext(client: ClientBase, table: string): Promise<void> {
  await client.query(`drop table if exists ${nextOf(table)}`);
  await client.query(`create table ${nextOf(table)} (like ${table} including defaults including storage)`);
  // No query asks for the statistics of arrays, and making them takes longer than the table; LIKE does not take the setting over.
  const { rows } = await client.query<{ none: string | null }>(
    `select string_agg(format('alter %I set statistics 0', a.attname), ', ') none from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and t.typcategory = 'A'`,
    [nextOf(table)],
  );
  if (rows[0]?.none) await client.query(`alter table ${nextOf(table)} ${rows[0].none}`);
}

/** Gives the filled next table the indexes of the present one, and statistics. */
export async function finishNext(client: ClientBase, table: string): Promise<void> {
  for (const index of await indexesOf(client, table)) {
    const name = nextOf(index.name);
    await client.query(index.definition.replace(/INDEX \S+ ON \S+ /, `INDEX ${name} ON ${nextOf(table)} `));
    if (index.isKey) await client.query(`alter table ${nextOf(table)} add constraint ${name} primary key using index ${name}`);
  }
  await client.query(`analyze ${nextOf(table)}`);
}

/**
 * Makes the next form of a table, filled by `fill`, with the indexes of the present one and statistics. All in one transaction: a
 * Postgres that has no replicas to tell then writes each page once instead of logging it as well.
 */
export async function makeNext(client: ClientBase, table: string, fill: () => Promise<void>): Promise<void> {
  await transaction(client, async () => {
    await createNext(client, table);
    await fill();
    await finishNext(client, table);
  });
}

/** Puts the next tables in the place of the present ones, under their names; the caller's transaction makes it one step for readers. */
export async function putInPlace(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const indexes = await indexesOf(client, table);
    await client.query(`drop table ${table}`);
    await client.query(`alter table ${nextOf(table)} rename to ${table}`);
    for (const index of indexes) await client.query(`alter index ${nextOf(index.name)} rename to ${index.name}`);
  }
}

/** Takes over the totals that were counted for the next lists; part of the step that shows them. */
export async function takeNextStats(client: ClientBase, variants: readonly string[]): Promise<void> {
  await client.query(
    `update catalog_stats present set total = next.total, known = next.known, ordered_at = next.ordered_at, behind = false,
       generation = case when next.generation is not null then coalesce(present.generation, 0) + 1 end
     from catalog_stats_next next where next.variant = present.variant and present.variant = any($1)`,
    [variants],
  );
  await client.query('drop table catalog_stats_next');
}

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs the last, short step in a transaction that never makes readers wait long: each try gives up after `patience` milliseconds and
 * lets them pass before the next one.
 */
export async function inShortTransaction(client: ClientBase, work: () => Promise<void>, tries = 50, patience = 200): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${patience}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || attempt === tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
