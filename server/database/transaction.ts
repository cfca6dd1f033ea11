import type { Pool, PoolClient } from 'pg';

/** Runs the work in a transaction on a connection of its own: all of it or, when it throws, nothing. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks while nobody waits for it must not end the process; the next statement fails.
  const lost = () => undefined;
  client.on('error', lost);
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', lost);
    // A failed transaction ends with its connection.
    client.release(broken);
  }
}
