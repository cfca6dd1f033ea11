import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { describeSession } from '#server/database/sessions/describe-session';
import { transaction } from '#server/database/transaction';
import { isLockTimeout } from '#server/database/temporary-failure';

/** The table of the next generation, which is filled while readers use the current one. */
export const nextTableName = (table: string): string => `${table}_next`;

interface Index {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly isKey: boolean;
  /** Whether it has the columns of the key: rows that come in the order of the key come in its order, too. */
  readonly isInKeyOrder: boolean;
}

async function listIndexes(client: ClientBase, tables: readonly string[]): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select t.name "table", c.relname "name", pg_get_indexdef(i.indexrelid) definition, i.indisprimary "isKey",
       am.amname = 'btree' and i.indkey::text = (select k.indkey::text from pg_index k where k.indrelid = i.indrelid and k.indisprimary) "isInKeyOrder"
     from unnest($1::text[]) t(name) join pg_index i on i.indrelid = t.name::regclass join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
     order by t.name, c.relname`,
    [tables],
  );
  return rows;
}

/** One query for each command: Citus refuses several in one. */
async function runEach(client: ClientBase, commands: readonly string[]): Promise<void> {
  for (const command of commands) await client.query(command);
}

/** The rows of a generation are written frozen, and imports add only a few: a vacuum because of insertions would find nothing to do. */
const NEVER_VACUUMED_FOR_INSERTS = 'autovacuum_vacuum_insert_threshold = -1, toast.autovacuum_vacuum_insert_threshold = -1';

/** Creates the next generation of these tables: empty, with the same columns, without indexes. */
export async function createNextTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  // No query needs statistics of arrays, which take longer to compute than the table; LIKE does not copy the setting.
  const { rows } = await client.query<{ table: string; none: string }>(
    `select n.name "table", string_agg(format('alter %I set statistics 0', a.attname), ', ') none
     from unnest($1::text[]) n(name) join pg_attribute a on a.attrelid = n.name::regclass join pg_type t on t.oid = a.atttypid
     where a.attnum > 0 and not a.attisdropped and t.typcategory = 'A' group by n.name`,
    [tables],
  );
  await runEach(client, [
    `drop table if exists ${tables.map(nextTableName).join(', ')}`,
    ...tables.map(
      (table) =>
        `create table ${nextTableName(table)} (like ${table} including defaults including storage) with (${NEVER_VACUUMED_FOR_INSERTS})`,
    ),
    ...rows.map(({ table, none }) => `alter table ${nextTableName(table)} ${none}`),
  ]);
}

/** The commands that create an index of a current table on the next one. */
function createNextIndexSql({ table, name, definition, isKey }: Index): string[] {
  const [nextIndex, nextTable] = [nextTableName(name), nextTableName(table)];
  const create = definition.replace(/INDEX \S+ ON \S+ /, `INDEX ${nextIndex} ON ${nextTable} `);
  return isKey ? [create, `alter table ${nextTable} add constraint ${nextIndex} primary key using index ${nextIndex}`] : [create];
}

/** Smaller tables and indexes are logged, which then takes less time than waiting for the disk; 2 MB by default. */
const MAX_LOGGED_KB = 128;

/**
 * Builds the next generation of tables: creates, fills (`fill`), indexes, and analyzes them. All but the last in one transaction, so that
 * Postgres with `wal_level = minimal` writes each page once instead of logging it as well.
 */
export async function buildNextTables(
  client: ClientBase,
  tables: readonly string[],
  fill: () => Promise<void>,
  statisticsTarget?: number,
): Promise<void> {
  await transaction(client, async () => {
    await client.query(`set local wal_skip_threshold = '${MAX_LOGGED_KB}kB'`);
    await createNextTables(client, tables);
    const indexes = await listIndexes(client, tables);
    // Large tables are filled in the order of their keys: adding to these indexes takes less than reading the wide rows again for each.
    await runEach(client, indexes.filter(({ isInKeyOrder }) => isInKeyOrder).flatMap(createNextIndexSql));
    await fill();
    await runEach(client, indexes.filter(({ isInKeyOrder }) => !isInKeyOrder).flatMap(createNextIndexSql));
    // Rows that Postgres counts after they were analyzed are new to it: autovacuum would analyze the tables again.
    await client.query('select pg_stat_force_next_flush()');
  });
  await transaction(client, async () => {
    if (statisticsTarget !== undefined) await client.query(`set local default_statistics_target = ${statisticsTarget}`);
    await client.query(`analyze ${tables.map(nextTableName).join(', ')}`);
  });
}

/** Replaces the current tables with the next ones. The caller's transaction makes this atomic for readers. */
export async function swapTables(client: ClientBase, tables: readonly string[]): Promise<void> {
  const indexes = await listIndexes(client, tables);
  await runEach(client, [
    `drop table ${tables.join(', ')}`,
    ...tables.map((table) => `alter table ${nextTableName(table)} rename to ${table}`),
    ...indexes.map(({ name }) => `alter index ${nextTableName(name)} rename to ${name}`),
  ]);
}

const logger = new Logger('database');

/** How a swap waits for sessions that read the tables. */
const DEFAULT_SWAP_WAIT = {
  /** How long one attempt waits for its locks. New readers wait behind it. */
  lockTimeoutMs: 200,
  /** How long readers may pass before the next attempt: little at first, for queries that end soon, then more. */
  firstDelayMs: 100,
  maxDelayMs: 2 * SECOND_MS,
  /** How often the log names the session that is in the way. */
  reportIntervalMs: 10 * SECOND_MS,
  /** The swap fails after this time, which is longer than a dump of a large catalog takes. */
  maxWaitMs: 6 * HOUR_MS,
  report: (sentence: string): void => logger.warn(sentence),
};
export type SwapWait = typeof DEFAULT_SWAP_WAIT;

const DELAY_GROWTH_FACTOR = 1.1;

/** Describes the session that has held a lock on one of the tables for the longest time. */
async function describeBlocker(client: ClientBase, tables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ pid: number }>(
    `select a.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.relation = any (select to_regclass(t) from unnest($1::text[]) t) and l.granted and l.pid <> pg_backend_pid()
     order by a.xact_start limit 1`,
    [tables],
  );
  return rows[0] ? describeSession(client, rows[0].pid) : 'a session that has just ended';
}

/**
 * Runs a short transaction that needs exclusive locks on tables without blocking readers for long: each attempt waits briefly for its
 * locks, then rolls back and lets readers pass before the next attempt. A dump holds its locks to its end, which may take hours: the work
 * waits for it, and says so.
 */
export async function inTransactionWithLockRetries(
  client: ClientBase,
  tables: readonly string[],
  work: () => Promise<void>,
  wait: Partial<SwapWait> = {},
): Promise<void> {
  const { lockTimeoutMs, firstDelayMs, maxDelayMs, reportIntervalMs, maxWaitMs, report } = { ...DEFAULT_SWAP_WAIT, ...wait };
  const startedAtMs = performance.now();
  let reportedAtMs = startedAtMs;
  const listed = tables.length === 1 ? `The table ${tables[0]}` : `${tables.length} tables (${tables[0]} …)`;
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * DELAY_GROWTH_FACTOR, maxDelayMs)) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockTimeout(error)) throw error;
      const now = performance.now();
      const isOver = now - startedAtMs >= maxWaitMs;
      if (isOver || now - reportedAtMs >= reportIntervalMs) {
        const waited = `for ${Math.round((now - startedAtMs) / SECOND_MS)} s: ${await describeBlocker(client, tables)} holds a lock on them`;
        if (isOver) throw new Error(`${listed} could not be replaced ${waited}.`, { cause: error });
        report(`${listed} could not be replaced ${waited}. Trying until it ends.`);
        reportedAtMs = now;
      }
    }
    await sleep(delayMs);
  }
}
