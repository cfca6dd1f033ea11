import { Pool, types, type PoolConfig } from 'pg';
import { Unavailable } from '#domain/errors';
import { scopePool } from '#server/database/scoped-pool';

// Whole numbers of 8 bytes (counts) arrive as numbers: none of ours comes near 2^53.
types.setTypeParser(types.builtins.INT8, Number);

const sharedPoolOptions = { keepAlive: true, connectionTimeoutMillis: 3_000, idleTimeoutMillis: 30_000 } satisfies PoolConfig;

/** How the pool that answers people is set up, whoever makes it: ten statements at once, each given up after seconds. */
export const requestPoolOptions = {
  ...sharedPoolOptions,
  max: 10,
  application_name: 'corklight',
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
} satisfies PoolConfig;

/** So many may wait for one of the ten connections. */
const MAX_WAITING_FOR_CONNECTION = 100;

/**
 * The two pools of the process: `pool` answers people and gives up after seconds, `jobPool` works for as long as it takes.
 * A lost idle connection is replaced, never an end of the process.
 */
export class Postgres {
  readonly pool: Pool;
  readonly jobPool: Pool;
  readonly #ownsPool: boolean;
  readonly #unfinished = new Set<Promise<unknown>>();
  #isClosing = false;

  /** `pool` when another owner (TypeORM) has made the one that answers people. */
  constructor(
    readonly url: string,
    pool?: Pool,
  ) {
    this.#ownsPool = pool === undefined;
    this.pool = pool ?? new Pool({ ...requestPoolOptions, connectionString: url });
    this.jobPool = new Pool({ ...sharedPoolOptions, connectionString: url, max: 5, application_name: 'corklight job' });
    for (const each of [this.pool, this.jobPool]) each.on('error', () => undefined);
    scopePool(this.pool, MAX_WAITING_FOR_CONNECTION);
    scopePool(this.jobPool);
  }

  /** Does what must be finished once it is begun: the pools are there until it ends. Throws `Unavailable` when they are about to go. */
  async runToCompletion<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosing) throw new Unavailable('The service is stopping. Please try again in a moment.');
    const running = work();
    this.#unfinished.add(running);
    return running.finally(() => this.#unfinished.delete(running));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.allSettled(this.#unfinished);
    await Promise.all([this.#ownsPool ? this.pool.end() : undefined, this.jobPool.end()]);
  }
}
