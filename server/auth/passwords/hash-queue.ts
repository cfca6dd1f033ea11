import type { HashRequester } from '#domain/auth/account/passwords';
import { Unavailable } from '#domain/errors';

/** One per core of a small machine. */
const MAX_CONCURRENT_HASHES = 2;
const MAX_QUEUED_HASHES = 32;
/** The rest of the queue is for familiar requesters. */
const MAX_QUEUED_STRANGERS = 24;

/** Runs few hashes at a time, so that sign-ins do not use the whole machine. Familiar requesters go first and always find room beside strangers. */
export class HashQueue {
  readonly #waiting: Record<HashRequester, (() => void)[]> = { familiar: [], stranger: [] };
  #runningCount = 0;

  /** Runs the work when it is its turn; throws `Unavailable` when the requester's part of the queue is full. */
  async run<T>(requester: HashRequester, work: () => Promise<T>): Promise<T> {
    if (this.#runningCount >= MAX_CONCURRENT_HASHES) await this.#waitForTurn(requester);
    else this.#runningCount++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.familiar.shift() ?? this.#waiting.stranger.shift();
      // The next one takes over the place of this one.
      if (next) next();
      else this.#runningCount--;
    }
  }

  #waitForTurn(requester: HashRequester): Promise<void> {
    const { familiar, stranger } = this.#waiting;
    const isFull =
      familiar.length + stranger.length >= MAX_QUEUED_HASHES || (requester === 'stranger' && stranger.length >= MAX_QUEUED_STRANGERS);
    if (isFull) throw new Unavailable('Lots of people are signing in. Please try again in a few seconds.');
    return new Promise((resolve) => this.#waiting[requester].push(resolve));
  }
}
