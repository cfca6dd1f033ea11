/** Tries to sign in to one account (or from one familiar network) since the last quiet time. */
export interface Tries {
  readonly tries: number;
  readonly tried_at: Date;
}

/** So many tries are free; then the wait doubles from half a minute to an hour. */
export const FREE_TRIES = 10;
/** After so many wrong passwords in a row an account's password no longer signs in; a new one chosen by letter does. */
export const MOST_FAILURES = 100;
const FIRST_WAIT = 30;
const LONGEST_WAIT = 3_600;
const QUIET = 15 * 60;
const QUIET_AFTER_WAITS = 2 * LONGEST_WAIT;

const secondsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 1_000;

/** May one more try be made now? Answers 0 or the seconds to wait. A refused try does not count. */
export function waitBeforeTry(before: Tries | null, now: Date, free: number = FREE_TRIES): number {
  if (!before || isQuiet(before, now, free) || before.tries < free) return 0;
  const wait = Math.min(FIRST_WAIT * 2 ** Math.min(before.tries - free, 20), LONGEST_WAIT);
  return Math.max(0, Math.ceil(wait - secondsSince(before.tried_at, now)));
}

/** What is remembered once the try is made. */
export const afterTry = (before: Tries | null, now: Date, free: number = FREE_TRIES): Tries => ({
  tries: before && !isQuiet(before, now, free) ? before.tries + 1 : 1,
  tried_at: now,
});

const isQuiet = (before: Tries, now: Date, free: number): boolean =>
  secondsSince(before.tried_at, now) >= (before.tries > free ? QUIET_AFTER_WAITS : QUIET);

/** Remembers tries, so that nobody can guess passwords faster by asking another instance, and nobody is shut out where he is known. */
export abstract class SignInTries {
  /**
   * Notes one more try, before the password is looked at; throws `TooMany` where one must wait. Somebody who signed in from this network
   * before is judged by the tries from there alone: strangers elsewhere cannot shut him out.
   */
  abstract note(email: string, network: string): Promise<void>;

  /** The password was right: the account's tries are forgotten and this network is familiar for 30 days. */
  abstract succeeded(email: string, network: string): Promise<void>;

  /**
   * The password was wrong, or nobody has this address: both are written down in the same way. While that happens too often on the whole
   * site, each network waits longer between its tries.
   */
  abstract failed(email: string): Promise<void>;

  /** Were there so many wrong passwords in a row that only a letter helps? */
  abstract isShut(email: string): Promise<boolean>;

  /** The account has a new password. */
  abstract reopen(email: string): Promise<void>;
}
