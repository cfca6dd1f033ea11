import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that work is done with: a connection, a thread. */
export interface Endable {
  end(): unknown;
}

const current = new AsyncLocalStorage<Turn | undefined>();

/**
 * What is done under a lock. Once the lock is lost the connections and threads of this work are ended and it is given no others, whatever it is at:
 * the next holder of the lock may have begun.
 */
export class Turn {
  readonly #outer = current.getStore();
  readonly #held = new Set<Endable>();
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
    for (const held of this.#held) void held.end();
  }

  /** The work got this to work with. */
  hold(held: Endable): void {
    this.#held.add(held);
    this.#outer?.hold(held);
    if (this.#loss) void held.end();
  }

  /** The work is done with it. */
  drop(held: Endable): void {
    this.#held.delete(held);
    this.#outer?.drop(held);
  }
}
