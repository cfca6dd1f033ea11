import { HOUR_MS, SECOND_MS } from '#domain/durations';

/** A limit that is used up: until when, and whether it is the whole app's. */
export interface UsedUpLimit {
  readonly untilMs: number;
  readonly isOfApp: boolean;
}

/** What the headers of an answer say about its limit; null while there is something left, or they say nothing. */
export function usedUpLimit(headers: Headers, nowMs: number): UsedUpLimit | null {
  const [remaining, reset] = [headers.get('x-ratelimit-remaining'), headers.get('x-ratelimit-reset')];
  if (remaining !== '0' || reset === null || !/^\d{1,6}$/.test(reset)) return null;
  const resetMs = Number(reset) * SECOND_MS;
  // Limits per user last a minute; that of a Trial app lasts a day and is shared by all users.
  return { untilMs: nowMs + resetMs, isOfApp: resetMs > HOUR_MS };
}

/** Keeps requests from being sent that Pinterest would refuse. */
export class RequestBudgets {
  readonly #usedUpUntilMs = new Map<string, number>();

  /** For how many seconds a class of requests of an account must wait; 0 if it need not. */
  secondsToWait(rateClass: string, accountId: string, nowMs: number): number {
    for (const [key, untilMs] of this.#usedUpUntilMs) if (untilMs <= nowMs) this.#usedUpUntilMs.delete(key);
    const untilMs = Math.max(this.#usedUpUntilMs.get('app') ?? 0, this.#usedUpUntilMs.get(`${rateClass} ${accountId}`) ?? 0);
    return untilMs === 0 ? 0 : Math.ceil((untilMs - nowMs) / SECOND_MS);
  }

  /** Follows the headers of an answer. */
  follow(headers: Headers, rateClass: string, accountId: string, nowMs: number): void {
    const limit = usedUpLimit(headers, nowMs);
    if (limit !== null) this.#usedUpUntilMs.set(limit.isOfApp ? 'app' : `${rateClass} ${accountId}`, limit.untilMs);
  }
}
