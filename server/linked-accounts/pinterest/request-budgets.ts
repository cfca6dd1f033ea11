import { HOUR_MS, SECOND_MS } from '#domain/durations';

/** What the headers of an answer say about a limit; null when they report none. */
function reportedLimit(headers: Headers, nowMs: number) {
  const countOf = (name: string): number | null => {
    const text = headers.get(name);
    return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
  };
  const [remaining, reset] = [countOf('x-ratelimit-remaining'), countOf('x-ratelimit-reset')];
  if (remaining === null || reset === null) return null;
  const resetMs = reset * SECOND_MS;
  return {
    /** The requests of the whole period; null when the headers don't say. */
    limit: countOf('x-ratelimit-limit'),
    remaining,
    untilMs: nowMs + resetMs,
    /** Whether all accounts share it: limits per user last a minute; that of a Trial app lasts a day and is shared by all users. */
    isOfApp: resetMs > HOUR_MS,
  };
}

/** Keeps requests from being sent that Pinterest would refuse, and one account from using up the day of all. */
export class RequestBudgets {
  readonly #usedUpUntilMs = new Map<string, number>();
  /** The day of a Trial app, and how many requests each account has sent in it. */
  #appDay: (NonNullable<ReturnType<typeof reportedLimit>> & { readonly sent: Map<string, number> }) | null = null;

  /** For how many seconds a class of requests of an account must wait; 0 if it need not. */
  secondsToWait(rateClass: string, accountId: string, nowMs: number): number {
    for (const [key, untilMs] of this.#usedUpUntilMs) if (untilMs <= nowMs) this.#usedUpUntilMs.delete(key);
    const usedUpUntilMs = Math.max(this.#usedUpUntilMs.get('app') ?? 0, this.#usedUpUntilMs.get(`${rateClass} ${accountId}`) ?? 0);
    const untilMs = this.#hasSentItsShare(accountId, nowMs) ? this.#appDay!.untilMs : usedUpUntilMs;
    return untilMs === 0 ? 0 : Math.ceil((untilMs - nowMs) / SECOND_MS);
  }

  /** Follows the headers of an answer. */
  follow(headers: Headers, rateClass: string, accountId: string, nowMs: number): void {
    const limit = reportedLimit(headers, nowMs);
    if (limit === null) return;
    if (limit.remaining === 0) this.#usedUpUntilMs.set(limit.isOfApp ? 'app' : `${rateClass} ${accountId}`, limit.untilMs);
    if (!limit.isOfApp) return;
    const sent = this.#appDay !== null && this.#appDay.untilMs > nowMs ? this.#appDay.sent : new Map<string, number>();
    sent.set(accountId, (sent.get(accountId) ?? 0) + 1);
    this.#appDay = { ...limit, sent };
  }

  /** In the second half of an app's day, each account that has sent requests may send as many as the others. */
  #hasSentItsShare(accountId: string, nowMs: number): boolean {
    const day = this.#appDay;
    if (day === null || day.limit === null || day.untilMs <= nowMs || day.remaining >= day.limit / 2) return false;
    const sent = day.sent.get(accountId) ?? 0;
    return sent >= day.limit / Math.max(1, day.sent.size);
  }
}
