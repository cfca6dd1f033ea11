import type { ClientBase, Pool, PoolClient } from 'pg';

/** Runs the work in a transaction on a connection of its own: all of it or, when it throws, nothing. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks while nobody waits for it must not end the process; the next statement fails.
  const ignoreError = () => undefined;
  client.on('error', ignoreError);
  let failure: Error | undefined;
  try {
    return await transaction(client, () => work(client));
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', ignoreError);
    // A failed transaction ends with its connection.
    client.release(failure);
  }
}

/** The same on a connection that the caller has and goes on using. */
export async function transaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // What broke is worth more than that it cannot be taken back on a connection that is gone: then it is not there either.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
