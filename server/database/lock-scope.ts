import { AsyncLocalStorage } from 'node:async_hooks';

/** Something that work is done with: a connection, a thread. */
export interface ScopedResource {
  end(): unknown;
}

const scopeStorage = new AsyncLocalStorage<LockScope | undefined>();

/**
 * What is done under a lock. Once the lock is lost the connections and threads of this work are ended and it is given no others, whatever it is at:
 * the next holder of the lock may have begun.
 */
export class LockScope {
  readonly #outer = scopeStorage.getStore();
  readonly #resources = new Set<ScopedResource>();
  #revokedBecause: Error | undefined;

  /** The turn that the calling code runs in. */
  static get current(): LockScope | undefined {
    return scopeStorage.getStore();
  }

  /** Does what has to be done even when the lock is lost: what has a guard of its own against being done twice. */
  static runOutside<T>(work: () => Promise<T>): Promise<T> {
    return scopeStorage.run(undefined, work);
  }

  /** Why this work may not go on; undefined while it may. */
  get revokedBecause(): Error | undefined {
    return this.#revokedBecause ?? this.#outer?.revokedBecause;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return scopeStorage.run(this, work);
  }

  revoke(reason: Error): void {
    this.#revokedBecause = reason;
    for (const resource of this.#resources) void resource.end();
  }

  /** The work got this to work with. */
  register(resource: ScopedResource): void {
    this.#resources.add(resource);
    this.#outer?.register(resource);
    if (this.#revokedBecause) void resource.end();
  }

  /** The work is done with it. */
  release(resource: ScopedResource): void {
    this.#resources.delete(resource);
    this.#outer?.release(resource);
  }
}
