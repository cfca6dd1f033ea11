import type { LinkedAccount } from '#domain/linked-accounts/contract';
import type { Permission, Profile } from '#domain/linked-accounts/platform';

/** A linked account and what is known of its reading. */
export interface StoredLinkedAccount {
  readonly account: LinkedAccount;
  readonly platform: string;
  /** When its profile was read last. */
  readonly read_at: Date;
  /** When the platform gave the permission that is held. */
  readonly renewed_at: Date;
  /** True once the platform has refused; such an account is not read. */
  readonly ended: boolean;
}

/** The accounts people linked. */
export abstract class LinkedAccounts {
  /** A person's accounts, oldest first. */
  abstract listFor(userId: string): Promise<readonly StoredLinkedAccount[]>;

  /**
   * Links an account, or renews the permission of one the person has linked already. However many ask at once, nobody gets more than
   * the limit: throws `LinkLimit`, and `Conflict` when somebody else has linked the account.
   */
  abstract add(userId: string, platform: string, permission: Permission, now: Date): Promise<LinkedAccount>;

  /** Forgets an account of this person and its tokens; false when there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;

  /**
   * Takes the turn to read a profile that was last read before `stale`: answers the access token, or null when another reader has the
   * turn or the token cannot be opened. The profile counts as read from now on, so that a platform in trouble is asked seldom.
   */
  abstract claimProfileRefresh(id: string, staleBefore: Date, now: Date): Promise<string | null>;

  /** Keeps what the platform said of the account. */
  abstract saveProfile(id: string, profile: Profile): Promise<void>;
}
