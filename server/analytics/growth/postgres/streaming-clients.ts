import type { PoolClient } from 'pg';
import type { ScopedPool } from '#server/database/scoped-pool';

/** Two connections, because COPY streams rows out of one, through this process, into the other. */
export interface StreamingClients {
  readonly reader: PoolClient;
  readonly writer: PoolClient;
}

/** Commits do not wait for the disk: work lost before it is published is computed again. Only `publish` commits synchronously. */
const SESSION_SETTINGS_SQL = `set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off`;

/** Runs `work` with two connections of the pool. After an error both are closed instead of reused. */
export async function withStreamingClients<T>(pool: ScopedPool, work: (clients: StreamingClients) => Promise<T>): Promise<T> {
  const clients: PoolClient[] = [];
  let failure: Error | undefined;
  try {
    for (let count = 0; count < 2; count++) clients.push(await pool.connect());
    for (const client of clients) await client.query(SESSION_SETTINGS_SQL);
    return await work({ reader: clients[0]!, writer: clients[1]! });
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    for (const client of clients) {
      if (!failure) await client.query('reset all');
      client.release(failure);
    }
  }
}
