import type { Client } from 'pg';
import { MINUTE_MS } from '#domain/durations';
import { describeSession } from '#server/database/sessions/describe-session';
import { isLockTimeout } from '#server/database/temporary-failure';
import { withConnection } from '#server/database/transaction';

/** The key of the advisory lock that a migrating process holds. */
const MIGRATION_LOCK_ID = 7_305_110;

/** How long to wait for another process that migrates: longer than any migration of ours takes on large catalogs. */
const MAX_LOCK_WAIT_MS = 30 * MINUTE_MS;

/** The name of the sessions that migrate, in Postgres. */
export const MIGRATION_APPLICATION_NAME = 'corklight migration';

/** How a process waits for the lock. */
export interface MigrationLockOptions {
  /** Receives a sentence when another process holds the lock. */
  readonly onWait?: (sentence: string) => void;
  readonly maxWaitMs?: number;
}

async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1 and classid = 0 and objid = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK_ID],
  );
  return rows[0] ? await describeSession(client, rows[0].pid) : 'another process';
}

/** Takes the lock; waits for another process that holds it, but not for ever. */
async function takeLock(client: Client, { onWait = () => undefined, maxWaitMs = MAX_LOCK_WAIT_MS }: MigrationLockOptions): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) taken', [MIGRATION_LOCK_ID]);
  if (rows[0]?.taken) return;
  const holder = await describeHolder(client);
  onWait(`Waiting for ${holder}, which is migrating or restoring this database.`);
  try {
    await client.query(`set lock_timeout = ${Math.max(1, maxWaitMs)}`);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID]);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new Error(`${holder} has been migrating or restoring this database for too long. If it hangs, end it and start again.`, {
      cause: error,
    });
  }
}

/** Runs `work` while no other process migrates the database. */
export function withMigrationLock<T>(url: string, options: MigrationLockOptions, work: (client: Client) => Promise<T>): Promise<T> {
  return withConnection({ connectionString: url, application_name: MIGRATION_APPLICATION_NAME }, async (lock) => {
    await takeLock(lock, options);
    return work(lock);
  });
}
