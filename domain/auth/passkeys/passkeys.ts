import type { CreatedCredential, SignedCredential } from '#domain/auth/passkeys/contract';
import { MINUTE_MS } from '#domain/durations';
import type { Email } from '#domain/mail/email';

/** How long a challenge waits for its answer. */
export const CHALLENGE_MS = 5 * MINUTE_MS;
/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 20;

/** What a challenge is for; its answer counts for nothing else. */
export type ChallengePurpose = 'add' | 'sign-in' | 'owner-check';

/** The public half of a passkey. */
export interface PasskeyKey {
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  /** How often it was used, as its authenticator counts; 0 for those that do not. */
  readonly counter: number;
  /** How browsers reach it, such as `internal` or `usb`. */
  readonly transports: readonly string[];
}

/** A stored passkey. */
export interface StoredPasskey extends PasskeyKey {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly added_at: Date;
  readonly used_at: Date | null;
}

/** Whether a counter goes on from the stored one. One that does not may be of a copy. Authenticators that share a passkey send 0. */
export const isCounterHigher = (stored: number, sent: number): boolean => sent > stored || (stored === 0 && sent === 0);

/** The passkeys of accounts and the challenges of browsers. */
export abstract class Passkeys {
  /** Returns the passkeys of an account, oldest first. */
  abstract listFor(userId: string): Promise<readonly StoredPasskey[]>;

  abstract find(credentialId: string): Promise<StoredPasskey | null>;

  /**
   * Stores a passkey and queues the email; null when it is stored already. `hasNewCodes`: the recovery codes were stored, since the account
   * had none.
   */
  abstract add(
    passkey: Omit<StoredPasskey, 'id' | 'used_at'>,
    recoveryHashes: readonly string[],
    email: Email,
  ): Promise<{ readonly id: string; readonly hasNewCodes: boolean } | null>;

  /** Stores the counter of a use; false when another use has changed it meanwhile. */
  abstract use(passkey: Pick<StoredPasskey, 'id' | 'counter'>, counter: number, now: Date): Promise<boolean>;

  /** Removes a passkey, with the recovery codes if it was the last factor; the email is queued, and true returned, if there was one. */
  abstract remove(userId: string, id: string, email: Email, now: Date): Promise<boolean>;

  /** Stores the challenge of a browser, by the hash of its session token, in place of an earlier one for this purpose. */
  abstract saveChallenge(sessionHash: string, purpose: ChallengePurpose, challenge: string, expiresAt: Date): Promise<void>;

  /** Returns the challenge once; null when there is none, or an expired one. */
  abstract takeChallenge(sessionHash: string, purpose: ChallengePurpose, now: Date): Promise<string | null>;
}

/** Who a new passkey is for, as authenticators show it. */
export interface PasskeyOwner {
  readonly id: string;
  readonly email: string;
  readonly brand: string;
}

/** What browsers and authenticators exchange (WebAuthn). Always asks the authenticator to verify its user. */
export abstract class PasskeyProtocol {
  /** The options of `navigator.credentials.create`. */
  abstract creationOptions(
    owner: PasskeyOwner,
    challenge: string,
    known: readonly PasskeyKey[],
  ): Promise<Readonly<Record<string, unknown>>>;

  /** The options of `navigator.credentials.get`; without `allowed`, the browser offers what it has for this site. */
  abstract requestOptions(challenge: string, allowed: readonly PasskeyKey[]): Promise<Readonly<Record<string, unknown>>>;

  /** Returns the key that was created for this challenge at this site, else null. */
  abstract verifyCreation(credential: CreatedCredential, challenge: string): Promise<PasskeyKey | null>;

  /** Returns the counter of a signature by this passkey for this challenge at this site, else null. */
  abstract verifySignature(credential: SignedCredential, challenge: string, passkey: StoredPasskey): Promise<number | null>;
}
