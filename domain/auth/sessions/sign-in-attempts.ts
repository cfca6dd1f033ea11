/** Tries to sign in to one account (or from one familiar network) since the last quiet time. */
export interface AttemptCount {
  readonly tries: number;
  readonly tried_at: Date;
}

/** So many tries are free; then the wait doubles from half a minute to an hour. */
export const FREE_ATTEMPTS = 10;
/** After so many wrong passwords in a row an account's password no longer signs in; a new one chosen by letter does. */
export const MAX_FAILURES = 100;
const FIRST_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 3_600;
const RESET_AFTER_SECONDS = 15 * 60;
const RESET_AFTER_WAITS_SECONDS = 2 * MAX_WAIT_SECONDS;

const secondsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 1_000;

/** May one more try be made now? Answers 0 or the seconds to wait. A refused try does not count. */
export function secondsUntilNextAttempt(before: AttemptCount | null, now: Date, freeAttempts: number = FREE_ATTEMPTS): number {
  if (!before || isResetDue(before, now, freeAttempts) || before.tries < freeAttempts) return 0;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(before.tries - freeAttempts, 20), MAX_WAIT_SECONDS);
  return Math.max(0, Math.ceil(wait - secondsSince(before.tried_at, now)));
}

/** What is remembered once the try is made. */
export const countAttempt = (before: AttemptCount | null, now: Date, freeAttempts: number = FREE_ATTEMPTS): AttemptCount => ({
  tries: before && !isResetDue(before, now, freeAttempts) ? before.tries + 1 : 1,
  tried_at: now,
});

const isResetDue = (before: AttemptCount, now: Date, freeAttempts: number): boolean =>
  secondsSince(before.tried_at, now) >= (before.tries > freeAttempts ? RESET_AFTER_WAITS_SECONDS : RESET_AFTER_SECONDS);

/** Remembers tries, so that nobody can guess passwords faster by asking another instance, and nobody is shut out where he is known. */
export abstract class SignInAttempts {
  /**
   * Notes one more try, before the password is looked at; throws `TooMany` where one must wait. Somebody who signed in from this network
   * before is judged by the tries from there alone: strangers elsewhere cannot shut him out.
   */
  abstract record(email: string, clientIp: string): Promise<void>;

  /** The password was right: the account's tries are forgotten and this network is familiar for 30 days. */
  abstract recordSuccess(email: string, clientIp: string): Promise<void>;

  /**
   * The password was wrong, or nobody has this address: both are written down in the same way. While that happens too often on the whole
   * site, each network waits longer between its tries.
   */
  abstract recordFailure(email: string): Promise<void>;

  /** Were there so many wrong passwords in a row that only a letter helps? */
  abstract isLocked(email: string): Promise<boolean>;

  /** The account has a new password. */
  abstract unlock(email: string): Promise<void>;
}
