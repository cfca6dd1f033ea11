import { AsyncLocalStorage } from 'node:async_hooks';

/** A connection, or the wait for one, which ends when a deadline expires. */
interface Ended {
  end(): unknown;
}

/** Thrown to a request that asks for the database after its deadline. */
export class DeadlineExpired extends Error {
  constructor() {
    super('the deadline of the request has expired');
  }
}

const currentRequest = new AsyncLocalStorage<RequestDeadline>();

/**
 * The deadline of one request. The pool of requests registers each connection that it lends to the request, and each wait for one, so that
 * all of them end when the deadline expires. It travels with the request by itself; docs/decisions/0016 says why, and why nothing else does.
 */
export class RequestDeadline {
  readonly #registered = new Set<Ended>();
  #isExpired = false;

  /** The deadline of the request that runs now; undefined for jobs, commands, and requests without one. */
  static current(): RequestDeadline | undefined {
    return currentRequest.getStore();
  }

  /** Runs work that serves several requests at once, which the deadline of none of them may end. */
  static ignoreDuring<T>(sharedWork: () => T): T {
    return currentRequest.exit(sharedWork);
  }

  /** Runs the work of the request. */
  run<T>(work: () => T): T {
    return currentRequest.run(this, work);
  }

  get isExpired(): boolean {
    return this.#isExpired;
  }

  /** Ends everything registered, now and later. */
  expire(): void {
    this.#isExpired = true;
    for (const each of this.#registered) void each.end();
  }

  register(ended: Ended): void {
    if (this.#isExpired) void ended.end();
    else this.#registered.add(ended);
  }

  release(ended: Ended): void {
    this.#registered.delete(ended);
  }

  /** The result of a promise, or `DeadlineExpired` if the deadline expires first. */
  async wait<T>(promise: Promise<T>): Promise<T> {
    const { promise: expired, reject } = Promise.withResolvers<never>();
    const waiting = { end: () => reject(new DeadlineExpired()) };
    this.register(waiting);
    try {
      return await Promise.race([promise, expired]);
    } finally {
      this.release(waiting);
    }
  }
}
