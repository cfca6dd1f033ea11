import { HOUR_MS } from '#domain/durations';
import { NotPossible } from '#domain/errors';
import type { Secrets } from '#domain/secrets';

/** The purpose of an emailed code. A code works once, and a new one invalidates the older ones of its purpose. */
export type CodePurpose = 'confirm' | 'reset';

/** How long codes are valid; an invitation is a reset code with a longer lifetime. */
const codeLifetimesMs = { confirm: 24 * HOUR_MS, reset: HOUR_MS, invitation: 24 * HOUR_MS } as const;

/** A code as stored: by its hash alone. */
export interface StoredCode {
  readonly hash: string;
  readonly purpose: CodePurpose;
  readonly expires_at: Date;
}

/** Creates a code in two forms: plain for the email, hashed for storage. */
export function newCode(kind: keyof typeof codeLifetimesMs, secrets: Pick<Secrets, 'createCode' | 'hash'>, now: Date) {
  const plain = secrets.createCode();
  const purpose = kind === 'invitation' ? 'reset' : kind;
  const stored: StoredCode = { hash: secrets.hash(plain), purpose, expires_at: new Date(now.getTime() + codeLifetimesMs[kind]) };
  return { plain, stored };
}

/** The error for any code that does not work. It does not say why. */
export const invalidCode = (): NotPossible => new NotPossible('That code is invalid or has expired. Request a new one.');
