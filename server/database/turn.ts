import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';

const current = new AsyncLocalStorage<Turn | undefined>();

/**
 * What is done under a lock. Once the lock is lost the connections of this work are ended and it is given no others, whatever it is at:
 * the next holder of the lock may have begun.
 */
export class Turn {
  readonly #outer = current.getStore();
  readonly #held = new Set<PoolClient>();
  #loss: Error | undefined;

  /** The turn that the calling code runs in. */
  static get current(): Turn | undefined {
    return current.getStore();
  }

  /** Does what has to be done even when the lock is lost: what has a guard of its own against being done twice. */
  static regardless<T>(work: () => Promise<T>): Promise<T> {
    return current.run(undefined, work);
  }

  /** Why this work may not go on; undefined while it may. */
  get loss(): Error | undefined {
    return this.#loss ?? this.#outer?.loss;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return current.run(this, work);
  }

  lose(loss: Error): void {
    this.#loss = loss;
    for (const client of this.#held) void client.end();
  }

  /** The work got this connection. */
  hold(client: PoolClient): void {
    this.#held.add(client);
    this.#outer?.hold(client);
    if (this.#loss) void client.end();
  }

  /** The work gave it back. */
  drop(client: PoolClient): void {
    this.#held.delete(client);
    this.#outer?.drop(client);
  }
}
