import type { PoolClient } from 'pg';
import type { ScopedPool } from '#server/database/scoped-pool';
import { withClient } from '#server/database/transaction';

/** Two connections, because COPY streams rows out of one, through this process, into the other. */
export interface StreamingClients {
  readonly reader: PoolClient;
  readonly writer: PoolClient;
}

/** Commits do not wait for the disk: work lost before it is published is computed again. Only `publish` commits synchronously. */
const SESSION_SETTINGS_SQL = `set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off`;

/** Runs `work` with two connections of the pool. After an error both are closed instead of reused. */
export const withStreamingClients = <T>(pool: ScopedPool, work: (clients: StreamingClients) => Promise<T>): Promise<T> =>
  withClient(pool, (reader) =>
    withClient(pool, async (writer) => {
      for (const client of [reader, writer]) await client.query(SESSION_SETTINGS_SQL);
      const result = await work({ reader, writer });
      for (const client of [reader, writer]) await client.query('reset all');
      return result;
    }),
  );
