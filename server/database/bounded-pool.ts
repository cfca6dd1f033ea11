import { callbackify } from 'node:util';
import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import { Unavailable } from '#domain/errors';
import { RequestDeadline } from '#server/database/request-deadline';
import { DatabaseUnreachable, isReadTimeout } from '#server/database/temporary-failure';

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: (broken?: unknown) => void) => void;

const MAX_WAITING_FOR_CONNECTION = 100;

const ignoreError = () => undefined;

/** Whether an error is the server's answer to a statement, after which the connection can be used again. */
const isAnswer = (error: unknown): boolean => error instanceof DatabaseError && !/^(57P|08)/.test(error.code ?? '');

/** Closes the socket without telling the server, which may not respond. The connection's statement and transaction end with it. */
function cutOff(client: Client): void {
  void client.end();
  client.connection.stream.destroy();
}

/** A connection that ends when a statement is not answered in time: everything else, a rollback too, would wait behind that statement. */
class ImpatientClient extends Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- in place of the overloads of pg
  override query(...call: any[]): any {
    const answer: unknown = super.query(...(call as Parameters<Client['query']>));
    if (answer instanceof Promise) answer.catch((error: unknown) => isReadTimeout(error) && cutOff(this));
    return answer;
  }
}

/**
 * The pool of requests. Its queue is bounded: when it is full, a request fails immediately instead of waiting for a response that comes too
 * late. The deadline of a request ends its wait and the connections it was lent. A connection that failed to open is `DatabaseUnreachable`.
 */
export class BoundedPool extends Pool {
  /** Callbacks for the return of a connection. */
  readonly #returns = new WeakMap<PoolClient, () => void>();

  constructor(options: PoolConfig) {
    super({ ...options, Client: ImpatientClient });
    this.on('release', (_, client) => this.#returns.get(client)?.());
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    const lent = this.#lend(RequestDeadline.current());
    if (!callback) return lent;
    callbackify(() => lent)((error, client) =>
      callback(error ?? undefined, client, (broken) => client.release(broken as Error | undefined)),
    );
  }

  /** Runs one statement. A connection that answered it, even with an error, is kept: on a full disk a new one may not open. */
  // oxlint-disable-next-line typescript/no-explicit-any -- in place of the overloads of pg
  override async query(...call: any[]): Promise<any> {
    const client = await this.connect();
    let isIntact = true;
    try {
      return await client.query(...(call as [string]));
    } catch (error) {
      isIntact = isAnswer(error);
      throw error;
    } finally {
      client.release(!isIntact);
    }
  }

  async #lend(deadline: RequestDeadline | undefined): Promise<PoolClient> {
    if (this.waitingCount >= MAX_WAITING_FOR_CONNECTION)
      throw new Unavailable('Too many are asking at once. Please try again in a moment.');
    const connecting = super.connect().catch((error: unknown) => {
      throw new DatabaseUnreachable(error);
    });
    const client = await (deadline ? waitFor(connecting, deadline) : connecting);
    const resource = { end: () => cutOff(client) };
    // An unhandled error event would end the process; the running statement, or the next one, fails anyway.
    client.on('error', ignoreError);
    this.#returns.set(client, () => {
      client.off('error', ignoreError);
      deadline?.release(resource);
    });
    deadline?.register(resource);
    return client;
  }
}

/** Waits for a connection until the deadline; one that comes later goes back. */
async function waitFor(connecting: Promise<PoolClient>, deadline: RequestDeadline): Promise<PoolClient> {
  try {
    return await deadline.wait(connecting);
  } catch (error) {
    connecting.then((unused) => unused.release(), ignoreError);
    throw error;
  }
}
