import type { PermissionLifetime } from '#domain/linked-accounts/permission-lifetime';
import type { Tokens } from '#domain/linked-accounts/platform';

/** The outcome of a renewal: new tokens were saved, the platform refused for good, or there was nothing to do (or another renewal is running). */
export type RenewalOutcome = 'renewed' | 'ended' | 'skipped';

export type ShouldRenew = (lifetime: PermissionLifetime) => boolean;
export type RefreshTokens = (tokens: Tokens) => Promise<Tokens>;

/** Renews the permissions of linked accounts. */
export abstract class Permissions {
  /** Returns the ids of accounts whose tokens are due for renewal, in random order, so that a failing account does not always come first. */
  abstract listDue(platform: string, now: Date): Promise<readonly string[]>;

  /**
   * Renews one permission under a lease that excludes other renewals. `shouldRenew` decides by the stored lifetime. New tokens are saved
   * together or not at all. When `refresh` throws `PermissionEnded`, the account is marked and its owner gets one email; any other error
   * is rethrown and changes nothing.
   */
  abstract renew(id: string, now: Date, shouldRenew: ShouldRenew, refresh: RefreshTokens): Promise<RenewalOutcome>;

  /** Emails, once, the owners of permissions that end within a week, and marks those that have ended. Returns how many were found. */
  abstract warnExpiring(platform: string, now: Date): Promise<number>;
}
