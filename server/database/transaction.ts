import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import { SECOND_MS } from '#domain/durations';
import { isReadTimeout } from '#server/database/temporary-failure';

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

/** Runs `work` on a connection of its own and closes it, for what happens before there is a pool, beside it, or with another role. */
export async function withConnection<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // An unhandled error event would end the process; the running statement fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Keeps the process alive when Postgres ends a connection, at any moment: also at the one between the pool and the work that gets it, when
 * neither listens. The running statement, or the next one, fails anyway.
 */
export function surviveLostConnections(pool: Pool): void {
  const ignoreError = () => undefined;
  pool.on('error', ignoreError);
  pool.on('connect', (client) => void client.on('error', ignoreError));
}

type TwoClientWork<T> = (one: PoolClient, other: PoolClient) => Promise<T>;

/** Runs `work` with two connections of the pool, so that one reads while the other writes, both with these settings. */
export const withTwoClients = <T>(pool: Connectable, settingsSql: string, work: TwoClientWork<T>): Promise<T> =>
  withClient(pool, (one) =>
    withClient(pool, async (other) => {
      for (const client of [one, other]) await client.query(settingsSql);
      const result = await work(one, other);
      for (const client of [one, other]) await client.query('reset all');
      return result;
    }),
  );

/** The same in a worker thread, which has connections of its own. */
export async function withTwoConnections(url: string, settingsSql: string, work: TwoClientWork<void>): Promise<void> {
  const pool = new Pool({ connectionString: url, application_name: 'corklight job', keepAlive: true });
  surviveLostConnections(pool);
  await withTwoClients(pool, settingsSql, work).finally(() => pool.end());
}

/** Runs `work` in a transaction on its own connection and rolls back when it throws. After a clean rollback the connection is kept. */
export async function inTransaction<T>(pool: Connectable, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return resultOf(await withClient(pool, (client) => tryTransaction(client, () => work(client))));
}

/** Repeats `work`, each time in a transaction of its own, until it has nothing to do and returns null. Returns the sum of its results. */
export async function inBatches(pool: Connectable, work: (client: PoolClient) => Promise<number | null>): Promise<number> {
  let sum = 0;
  for (;;) {
    const result = await inTransaction(pool, work);
    if (result === null) return sum;
    sum += result;
  }
}

/** Runs `work` in a transaction on the caller's connection. */
export async function transaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  return resultOf(await tryTransaction(client, work));
}

/** How a transaction ended: committed, or cleanly rolled back. */
type Outcome<T> = { readonly result: T } | { readonly rolledBackBecause: unknown };

function resultOf<T>(outcome: Outcome<T>): T {
  if ('result' in outcome) return outcome.result;
  throw outcome.rolledBackBecause;
}

/** Throws only when the connection cannot be used any more. */
async function tryTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<Outcome<T>> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return { result };
  } catch (error) {
    // A rollback would wait behind a statement that is not answered.
    if (isReadTimeout(error)) throw error;
    await client.query('rollback').catch(() => {
      throw error;
    });
    return { rolledBackBecause: error };
  }
}

/** How much longer we wait than the server is told to work. */
const ANSWER_GRACE_MS = SECOND_MS;

/** Runs a query that a user waits for though it takes long: in the caller's transaction, at most `timeoutMs`, also if the server falls silent. */
export async function slowQuery<R extends QueryResultRow>(
  client: ClientBase,
  timeoutMs: number,
  text: string,
  values: unknown[],
): Promise<R[]> {
  const limit = { query_timeout: timeoutMs + ANSWER_GRACE_MS };
  const setTimeLimit: QueryConfig & typeof limit = { text: `set local statement_timeout = ${timeoutMs}`, ...limit };
  await client.query(setTimeLimit);
  const query: QueryConfig & typeof limit = { text, values, ...limit };
  return (await client.query<R>(query)).rows;
}
