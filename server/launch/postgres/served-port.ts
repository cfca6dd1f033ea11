import type { ConnectionPool } from '#server/database/scoped-pool';

/** Stores the port that the server listens on, which may differ from the configured one, for links that commands print. */
export async function saveServedPort(pool: ConnectionPool, port: number): Promise<void> {
  await pool.query(`insert into settings values ('served_port', $1) on conflict (name) do update set value = excluded.value`, [
    String(port),
  ]);
}

/** Returns the port that the server listened on last; null before its first start. */
export async function readServedPort(pool: ConnectionPool): Promise<number | null> {
  const { rows } = await pool.query<{ value: string }>(`select value from settings where name = 'served_port'`);
  return rows[0] === undefined ? null : Number(rows[0].value);
}
