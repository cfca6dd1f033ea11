import { MINUTE_MS } from '#domain/durations';
import { NotPossible } from '#domain/errors';

/** How long a challenge waits for its answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** How many passkeys an account may have. */
const MAX_PASSKEYS = 20;

/** What a challenge is for; its answer counts for nothing else. */
export type ChallengePurpose = 'add' | 'sign-in' | 'owner-check';

/** Throws `NotPossible` if an account with `count` passkeys can have no other. */
export function refuseMorePasskeys(count: number): void {
  if (count >= MAX_PASSKEYS) throw new NotPossible(`You can have up to ${MAX_PASSKEYS} passkeys. Remove one first.`);
}

/** Whether a counter goes on from the stored one. One that does not may be of a copy. Authenticators that share a passkey send 0. */
export const isCounterHigher = (stored: number, sent: number): boolean => sent > stored || (stored === 0 && sent === 0);
