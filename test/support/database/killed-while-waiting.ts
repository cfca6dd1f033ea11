import type { Pool } from 'pg';

/** Runs `work` while a table is locked, and kills its connection once that waits in a statement like this. Returns what `work` did. */
export async function killWhileWaiting<T>(pool: Pool, table: string, statement: string, work: () => Promise<T>): Promise<T | 'killed'> {
  const blocker = await pool.connect();
  await blocker.query(`begin; lock table ${table} in access exclusive mode`);
  const run = work().catch(() => 'killed' as const);
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`;
  let pids: readonly { pid: number }[] = [];
  while (pids.length === 0) pids = (await pool.query<{ pid: number }>(waiting, [`%${statement}%`])).rows;
  await blocker.query('select pg_terminate_backend($1)', [pids[0]?.pid]);
  const outcome = await run;
  await blocker.query('rollback');
  blocker.release();
  return outcome;
}
