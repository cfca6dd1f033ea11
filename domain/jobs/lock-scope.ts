/** A resource of work under a lock, such as a connection or a worker thread. */
export interface ScopedResource {
  end(): unknown;
}

/**
 * The scope of work that has to stop when its lock is lost. Revoking it ends the registered resources, and adapters hand out no new ones,
 * because the next holder of the lock may have started.
 */
export class LockScope {
  readonly #resources = new Set<ScopedResource>();
  #revokedBecause: Error | undefined;

  /** Work under a second lock runs in a scope within that of the first: revoking either one stops it. */
  constructor(private readonly outer?: LockScope) {}

  /** Why this work must stop; undefined while it may continue. */
  get revokedBecause(): Error | undefined {
    return this.#revokedBecause ?? this.outer?.revokedBecause;
  }

  throwIfRevoked(): void {
    if (this.revokedBecause) throw this.revokedBecause;
  }

  revoke(reason: Error): void {
    this.#revokedBecause = reason;
    for (const resource of this.#resources) void resource.end();
  }

  register(resource: ScopedResource): void {
    this.#resources.add(resource);
    this.outer?.register(resource);
    if (this.#revokedBecause) void resource.end();
  }

  release(resource: ScopedResource): void {
    this.#resources.delete(resource);
    this.outer?.release(resource);
  }
}
