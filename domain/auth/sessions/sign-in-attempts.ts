/** Sign-in attempts on one account (or on one account from one familiar IP) since the last reset. */
export interface AttemptCount {
  readonly tries: number;
  readonly tried_at: Date;
}

/** Consecutive wrong passwords that lock strangers out until the owner signs in from a familiar client IP or resets the password by email. */
export const MAX_FAILURES = 100;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 3_600;
const RESET_AFTER_SECONDS = 15 * 60;
const RESET_AFTER_WAITS_SECONDS = 2 * MAX_WAIT_SECONDS;

/** Not negative: a clock that was set back does not prolong a wait. */
const secondsSince = (then: Date, now: Date): number => Math.max(0, now.getTime() - then.getTime()) / 1_000;

/**
 * Returns the seconds to wait before the next attempt, 0 if it is allowed now. After the free attempts, the wait doubles from 30 seconds to an
 * hour. Refused attempts do not count.
 */
export function secondsUntilNextAttempt(before: AttemptCount | null, now: Date, freeAttempts: number): number {
  if (!before || isResetDue(before, now, freeAttempts) || before.tries < freeAttempts) return 0;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(before.tries - freeAttempts, 20), MAX_WAIT_SECONDS);
  return Math.max(0, Math.ceil(wait - secondsSince(before.tried_at, now)));
}

/** Returns the count after an allowed attempt. */
export const countAttempt = (before: AttemptCount | null, now: Date, freeAttempts: number): AttemptCount => ({
  tries: before && !isResetDue(before, now, freeAttempts) ? before.tries + 1 : 1,
  tried_at: now,
});

const isResetDue = (before: AttemptCount, now: Date, freeAttempts: number): boolean =>
  secondsSince(before.tried_at, now) >= (before.tries > freeAttempts ? RESET_AFTER_WAITS_SECONDS : RESET_AFTER_SECONDS);
