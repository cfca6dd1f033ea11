import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Returns once this many statements wait for a lock, in a database that no job writes to. */
export async function untilWaiting(pool: Pool, count: number): Promise<void> {
  while (((await pool.query(WAITING)).rowCount ?? 0) < count) await setTimeout(10);
}

/**
 * Sends a request that comes to wait for a lock that a transaction holds, and returns while it waits. A busy machine may answer it with 503
 * before it gets there: then it is sent again. That transaction cannot look for itself: it sees no session that began after its first look.
 */
export async function sendUntilItWaits<T extends { readonly status: number }>(
  pool: Pool,
  send: () => Promise<T>,
): Promise<{ readonly response: Promise<T> }> {
  for (;;) {
    const sent = { isOver: false };
    const response = send().finally(() => void (sent.isOver = true));
    while (!sent.isOver && (await pool.query(WAITING)).rowCount === 0) await setTimeout(10);
    if (!sent.isOver || (await response).status !== 503) return { response };
  }
}

/** Sends a request that begins before the password of an account changes, which ends all its sessions, and writes after that. */
export async function sendDuringPasswordChange<T extends { readonly status: number }>(
  pool: Pool,
  email: string,
  send: () => Promise<T>,
): Promise<T> {
  const changing = await pool.connect();
  try {
    await changing.query('begin');
    await changing.query('update users set password_changed_at = now() where email = $1', [email]);
    await changing.query('delete from sessions where user_id in (select id from users where email = $1)', [email]);
    const { response } = await sendUntilItWaits(pool, send);
    await changing.query('commit');
    return await response;
  } finally {
    changing.release();
  }
}
