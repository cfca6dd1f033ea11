import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import type { LockScope } from '#domain/jobs/lock-scope';
import { withClient } from '#server/database/transaction';

/** The part of a pool that SQL adapters use. */
export interface ConnectionPool {
  connect(): Promise<PoolClient>;
  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>>;
}

/** A pool as work under a lock sees it: its connections are closed, and no new ones are handed out, when the lock is lost. */
export class ScopedPool implements ConnectionPool {
  constructor(
    private readonly pool: Pool,
    private readonly scope: LockScope,
  ) {}

  async connect(): Promise<PoolClient> {
    this.scope.throwIfRevoked();
    const client = await this.pool.connect();
    this.scope.register(client);
    const onRelease = (_: unknown, released: PoolClient): void => {
      if (released !== client) return;
      this.pool.off('release', onRelease);
      this.scope.release(client);
    };
    this.pool.on('release', onRelease);
    return client;
  }

  query<R extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<R>> {
    return withClient(this, (client) => client.query<R>(text, values));
  }
}
