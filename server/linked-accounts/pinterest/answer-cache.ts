import type { Clock } from '#domain/clock';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';

/** How long an answer is shown again: within this time each URL is requested once per account. */
const ANSWER_TTL_MS = 15 * MINUTE_MS;
/** How long a failure stands at least, so that a page that is loaded again does not repeat it at once. */
const FAILURE_TTL_MS = MINUTE_MS;
const MAX_ACCOUNTS = 1_000;

interface CachedAnswer {
  untilMs: number;
  readonly answer: Promise<unknown>;
}

function dropExpiredAnswers(answers: Map<string, CachedAnswer>, nowMs: number): void {
  for (const [request, { untilMs }] of answers) if (untilMs <= nowMs) answers.delete(request);
}

/** Answers about linked accounts, in the memory of this process only: Pinterest's rules allow to show them, not to store them. */
export class AnswerCache {
  /** By account, the one that was read last at the end. */
  readonly #accounts = new Map<string, Map<string, CachedAnswer>>();

  constructor(private readonly clock: Clock) {
    // Another server of the site may have unlinked the account: no one asks for these answers again.
    setInterval(() => this.dropExpired(), MINUTE_MS).unref();
  }

  /** The cached answer to a request, or that of `load`; concurrent requests share one. */
  read<T>(accountId: string, request: string, load: () => Promise<T>): Promise<T> {
    const nowMs = this.clock.now().getTime();
    const answers = this.#answersOf(accountId, nowMs);
    const cached = answers.get(request);
    if (cached) return cached.answer as Promise<T>;
    const entry: CachedAnswer = { untilMs: nowMs + ANSWER_TTL_MS, answer: load() };
    answers.set(request, entry);
    entry.answer.catch((error: unknown) => {
      const waitMs = error instanceof Unavailable ? error.retryAfterSeconds * SECOND_MS : 0;
      entry.untilMs = nowMs + Math.max(FAILURE_TTL_MS, waitMs);
    });
    return entry.answer as Promise<T>;
  }

  forget(accountId: string): void {
    this.#accounts.delete(accountId);
  }

  /** Drops what is no longer shown; returns of how many accounts there are answers left. */
  dropExpired(): number {
    const nowMs = this.clock.now().getTime();
    for (const [accountId, answers] of this.#accounts) {
      dropExpiredAnswers(answers, nowMs);
      if (answers.size === 0) this.#accounts.delete(accountId);
    }
    return this.#accounts.size;
  }

  #answersOf(accountId: string, nowMs: number): Map<string, CachedAnswer> {
    const answers = this.#accounts.get(accountId) ?? new Map<string, CachedAnswer>();
    dropExpiredAnswers(answers, nowMs);
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, answers);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MAX_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    return answers;
  }
}
