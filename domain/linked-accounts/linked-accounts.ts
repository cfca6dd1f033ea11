import type { LinkedAccount } from '#domain/linked-accounts/contract';

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
