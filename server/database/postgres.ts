import { Pool, types, type PoolConfig } from 'pg';

// Whole numbers of 8 bytes (counts) arrive as numbers: none of ours comes near 2^53.
types.setTypeParser(types.builtins.INT8, Number);

const shared: PoolConfig = { keepAlive: true, connectionTimeoutMillis: 3_000, idleTimeoutMillis: 30_000 };

/**
 * The two pools of the process: `pool` answers people and gives up after seconds, `jobPool` works for as long as it takes.
 * A lost idle connection is replaced, never an end of the process.
 */
export class Postgres {
  readonly pool: Pool;
  readonly jobPool: Pool;
  readonly #owned: boolean;

  /** `pool` when another owner (TypeORM) has made the one that answers people. */
  constructor(
    readonly url: string,
    pool?: Pool,
  ) {
    this.#owned = pool === undefined;
    this.pool =
      pool ??
      new Pool({
        ...shared,
        connectionString: url,
        max: 10,
        application_name: 'corklight',
        statement_timeout: 5_000,
        lock_timeout: 3_000,
        idle_in_transaction_session_timeout: 15_000,
      });
    this.jobPool = new Pool({ ...shared, connectionString: url, max: 5, application_name: 'corklight job' });
    for (const pool of [this.pool, this.jobPool]) pool.on('error', () => undefined);
  }

  async close(): Promise<void> {
    await Promise.all([this.#owned ? this.pool.end() : undefined, this.jobPool.end()]);
  }
}
