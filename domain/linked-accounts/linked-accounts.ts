import type { LinkedAccount } from '#domain/linked-accounts/contract';
import type { Permission, Profile } from '#domain/linked-accounts/platform';

/** The number of platform accounts that one user may link. */
export const MAX_LINKED_ACCOUNTS = 5;

/** A linked account with the state of its permission and profile. */
export interface StoredLinkedAccount {
  readonly account: LinkedAccount;
  readonly platform: string;
  /** When its profile was last fetched. */
  readonly read_at: Date;
  /** When the platform issued the current tokens. */
  readonly renewed_at: Date;
  /** True once the platform has refused the permission; the profile is no longer fetched. */
  readonly ended: boolean;
}

/** Stores linked accounts. */
export abstract class LinkedAccounts {
  /** Returns a user's accounts, oldest first. */
  abstract listFor(userId: string): Promise<readonly StoredLinkedAccount[]>;

  /**
   * Links an account, or renews the permission of one that the user has already linked. Concurrent calls cannot exceed the limit. Throws
   * `LinkLimitReached`, or `Conflict` when another user has linked the account.
   */
  abstract add(userId: string, platform: string, permission: Permission, now: Date): Promise<LinkedAccount>;

  /** Deletes an account of this user and its tokens. Returns false when there is none. */
  abstract remove(userId: string, id: string): Promise<boolean>;

  /**
   * Claims the refresh of a profile that was last fetched before `staleBefore` and returns the access token, or null when another caller
   * has claimed it or the token cannot be decrypted. The profile counts as fetched from now on, which bounds calls to a failing platform.
   */
  abstract claimProfileRefresh(id: string, staleBefore: Date, now: Date): Promise<string | null>;

  abstract saveProfile(id: string, profile: Profile): Promise<void>;
}
