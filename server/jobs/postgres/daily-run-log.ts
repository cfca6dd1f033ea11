import type { Pool } from 'pg';

const RECORD_SUCCESS_SQL = `
  insert into job_runs as run (job, slot, started_at, finished_at, rows) values ($1, $2, $3, $4, $5)
  on conflict (job, slot) do update
  set started_at = excluded.started_at, finished_at = excluded.finished_at, rows = coalesce(run.rows, 0) + excluded.rows, error = null`;

const RECORD_FAILURE_SQL = `
  insert into job_runs (job, slot, started_at, error) values ($1, $2, $3, $4)
  on conflict (job, slot) do update set started_at = excluded.started_at, error = excluded.error`;

/** For work that is done all the time: one row a day says when it was done last, and how many rows it handled that day. */
export async function recordDailySuccess(
  pool: Pool,
  job: string,
  day: string,
  startedAt: Date,
  finishedAt: Date,
  rows: number,
): Promise<void> {
  await pool.query(RECORD_SUCCESS_SQL, [job, day, startedAt, finishedAt, rows]);
}

/** The same for work that failed; a fault while noting it is let go, the first one is logged by who calls. */
export async function recordDailyFailure(pool: Pool, job: string, day: string, startedAt: Date, error: unknown): Promise<void> {
  await pool.query(RECORD_FAILURE_SQL, [job, day, startedAt, String(error)]).catch(() => undefined);
}
