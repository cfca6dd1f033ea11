import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#domain/clock';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { withoutDeadline } from '#server/http/request-deadlines';
import type { StoredAnswers } from '#server/linked-accounts/postgres/stored-answers';

/** How long an answer is shown again: within this time each URL is requested once per account, by all servers together. */
const ANSWER_TTL_MS = 15 * MINUTE_MS;
/** How long a failure stands at least, so that a page that is loaded again does not repeat it at once. */
const FAILURE_TTL_MS = MINUTE_MS;
/** How long a server may ask alone: longer than a list of several pages takes. */
const CLAIM_MS = 30 * SECOND_MS;
const POLL_INTERVAL_MS = 200;

const addMs = (at: Date, durationMs: number) => new Date(at.getTime() + durationMs);

/** Where the servers share their answers. */
export type SharedAnswers = Pick<StoredAnswers, 'claim' | 'read' | 'save' | 'release'>;

/** A request that this process has under way, or whose failure stands. */
interface LocalRequest {
  untilMs: number;
  readonly answer: Promise<unknown>;
}

/** Shows an answer about an account again for 15 minutes, whichever server has read it; none of them is in the memory of a process. */
export class AnswerCache {
  readonly #requests = new Map<string, LocalRequest>();

  constructor(
    private readonly shared: SharedAnswers,
    private readonly clock: Clock,
  ) {}

  /** The shared answer to a request, or that of `load`; concurrent requests share one. */
  read<T>(accountId: string, request: string, load: () => Promise<T>): Promise<T> {
    const nowMs = this.clock.now().getTime();
    for (const [key, { untilMs }] of this.#requests) if (untilMs <= nowMs) this.#requests.delete(key);
    const key = `${accountId} ${request}`;
    const local = this.#requests.get(key);
    if (local) return local.answer as Promise<T>;
    // Only what Pinterest answers stands; a failure of the database says nothing about it.
    let failedUntilMs = 0;
    const loadOnce = () =>
      load().catch((error: unknown) => {
        const waitMs = error instanceof Unavailable ? error.retryAfterSeconds * SECOND_MS : 0;
        failedUntilMs = this.clock.now().getTime() + Math.max(FAILURE_TTL_MS, waitMs);
        throw error;
      });
    // The request that began it may end while others, and the next one of its user, still wait for the answer.
    const answer = withoutDeadline(() => this.#readShared(accountId, request, loadOnce));
    const entry: LocalRequest = { untilMs: Infinity, answer };
    this.#requests.set(key, entry);
    answer.then(
      () => this.#requests.delete(key),
      () => (entry.untilMs = failedUntilMs),
    );
    return answer;
  }

  /** Forgets the failures of an account; its answers are deleted with it. */
  forget(accountId: string): void {
    for (const key of this.#requests.keys()) if (key.startsWith(`${accountId} `)) this.#requests.delete(key);
  }

  async #readShared<T>(accountId: string, request: string, load: () => Promise<T>): Promise<T> {
    for (let isFirst = true; ; isFirst = false) {
      const now = this.clock.now();
      if (await this.shared.claim(accountId, request, now, addMs(now, CLAIM_MS))) return this.#ask(accountId, request, load);
      const stored = await this.shared.read(accountId, request, now);
      if (stored === 'asking') await sleep(POLL_INTERVAL_MS);
      else if (stored) return stored.value as T;
      // The account was unlinked meanwhile, or the answer has another key.
      else if (!isFirst) return load();
    }
  }

  async #ask<T>(accountId: string, request: string, load: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await load();
    } catch (error) {
      await this.shared.release(accountId, request);
      throw error;
    }
    await this.shared.save(accountId, request, answer, addMs(this.clock.now(), ANSWER_TTL_MS));
    return answer;
  }
}
