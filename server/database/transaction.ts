import type { ClientBase, PoolClient } from 'pg';

interface Connectable {
  connect(): Promise<PoolClient>;
}

/** Runs `work` with a connection of the pool. After an error the connection is closed instead of reused. */
export async function withClient<T>(pool: Connectable, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // An unhandled error event of an idle connection would end the process; the next statement fails anyway.
  const ignoreError = () => undefined;
  client.on('error', ignoreError);
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.off('error', ignoreError);
    client.release(failure);
  }
}

/** Runs `work` in a transaction on its own connection and rolls back when it throws. */
export const inTransaction = <T>(pool: Connectable, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  withClient(pool, (client) => transaction(client, () => work(client)));

/** Runs `work` in a transaction on the caller's connection. */
export async function transaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // Keep the original error; a failed rollback on a dead connection changes nothing.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
