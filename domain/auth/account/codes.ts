import { NotPossible } from '#domain/errors';

const HOUR_MS = 3_600_000;

/** What a code sent by letter is for; each works once, and the newest ends the older ones. */
export type CodePurpose = 'confirm' | 'reset';

/** How long codes work, in milliseconds; an invitation is a reset that waits longer. */
export const codeLifetimesMs = { confirm: 24 * HOUR_MS, reset: HOUR_MS, invitation: 24 * HOUR_MS } as const;

/** A code as it is stored: only its hash. */
export interface StoredCode {
  readonly hash: string;
  readonly purpose: CodePurpose;
  readonly expires_at: Date;
}

/** What a code that does not work is answered with, whatever is wrong with it. */
export const invalidCode = (): NotPossible => new NotPossible('That code is not valid or has expired. Ask for a new one.');
