import { type ClientBase, DatabaseError, Pool, types, type PoolConfig } from 'pg';
import { SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import type { LockScope } from '#domain/jobs/lock-scope';
import { DEFAULT_JOB_CONNECTIONS, DEFAULT_REQUEST_CONNECTIONS } from '#server/config/connections';
import { BoundedPool } from '#server/database/bounded-pool';
import { ScopedPool } from '#server/database/scoped-pool';
import { surviveLostConnections } from '#server/database/transaction';

// 8-byte integers (counts) are parsed as numbers: none of ours comes near 2^53.
types.setTypeParser(types.builtins.INT8, Number);

const sharedPoolOptions = {
  keepAlive: true,
  // The kernel's own delay of two hours would let a connection to a host that is gone look alive for as long.
  keepAliveInitialDelayMillis: 30_000,
  idleTimeoutMillis: 30_000,
} satisfies PoolConfig;

/**
 * Limits of a statement for a visitor, which the server enforces. They are set by a statement: PgBouncer refuses a connection that asks for
 * them when it is opened.
 */
const REQUEST_LIMITS_SQL = `set statement_timeout = ${5 * SECOND_MS}; set lock_timeout = ${3 * SECOND_MS};
  set idle_in_transaction_session_timeout = ${15 * SECOND_MS}`;

/** Options of the pool that serves requests: statements time out after seconds; a connection that does not answer at all ends. */
export const requestPoolOptions = {
  ...sharedPoolOptions,
  connectionTimeoutMillis: 3_000,
  // Some connections stay, because a server whose disk is full may refuse new ones.
  min: 2,
  max: DEFAULT_REQUEST_CONNECTIONS,
  application_name: 'corklight',
  query_timeout: 5_500,
  onConnect: prepareForRequests,
} satisfies PoolConfig;

async function prepareForRequests(client: ClientBase): Promise<void> {
  await client.query(REQUEST_LIMITS_SQL);
  await noticeLostClients(client);
}

/**
 * Makes the server look every second whether the client of a running statement is still there, so that a statement ends soon after the
 * deadline of its request. Servers on Windows cannot do it; there, `statement_timeout` ends it.
 */
async function noticeLostClients(client: ClientBase): Promise<void> {
  await client.query(`set client_connection_check_interval = '1s'`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError)) throw error;
  });
}

/**
 * Options of the pool that runs jobs: no timeouts, since a job may rightly wait for hours. Only a connection that a busy server does not
 * open within 20 seconds fails.
 */
export const jobPoolOptions = {
  ...sharedPoolOptions,
  connectionTimeoutMillis: 20_000,
  max: DEFAULT_JOB_CONNECTIONS,
  application_name: 'corklight job',
} satisfies PoolConfig;

/**
 * The two connection pools of the process: `pool` serves requests with short timeouts, `jobPool` runs long work without any.
 * A lost idle connection is replaced; it never ends the process.
 */
export class Postgres {
  readonly pool: Pool;
  readonly jobPool: Pool;
  readonly #ownPools: readonly Pool[];
  readonly #unfinished = new Set<Promise<unknown>>();
  #isClosing = false;

  /** Given pools belong to another owner (TypeORM), which closes them. */
  constructor(
    readonly url: string,
    pool?: Pool,
    jobPool?: Pool,
  ) {
    this.pool = pool ?? new BoundedPool({ ...requestPoolOptions, connectionString: url });
    this.jobPool = jobPool ?? new Pool({ ...jobPoolOptions, connectionString: url });
    this.#ownPools = [...(pool ? [] : [this.pool]), ...(jobPool ? [] : [this.jobPool])];
    for (const each of [this.pool, this.jobPool]) surviveLostConnections(each);
  }

  /** The job pool for work under a lock: its connections end when the lock is lost. */
  jobPoolIn(scope: LockScope): ScopedPool {
    return new ScopedPool(this.jobPool, scope);
  }

  /** Runs `work` and delays closing until it settles. Throws `Unavailable` while the pools are closing. */
  async runToCompletion<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosing) throw new Unavailable('The service is stopping. Please try again in a moment.');
    const running = work();
    this.#unfinished.add(running);
    return running.finally(() => this.#unfinished.delete(running));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.allSettled(this.#unfinished);
    await Promise.all(this.#ownPools.map((pool) => pool.end()));
  }
}
