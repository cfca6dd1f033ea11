import type { PermissionLifetime } from '#domain/linked-accounts/permission-lifetime';
import type { Tokens } from '#domain/linked-accounts/platform';

/** How a renewal ended: new tokens are kept, the platform refused for good, or there was nothing to do (or another is at it). */
export type RenewalOutcome = 'renewed' | 'ended' | 'left';

/** The permissions of linked accounts, kept alive. */
export abstract class Permissions {
  /** Ids of accounts whose tokens are to be renewed, in no order, so that one in trouble never stands before the others. */
  abstract listDue(platform: string, now: Date): Promise<readonly string[]>;

  /**
   * Renews one permission, alone: nobody else renews it meanwhile. `wanted` decides by what is held at that moment. The new tokens are
   * kept whole or not at all. When `refresh` throws `PermissionEnded` the account is marked and its owner is written to, once; any
   * other fault is thrown on and changes nothing.
   */
  abstract renew(
    id: string,
    now: Date,
    shouldRenew: (life: PermissionLifetime) => boolean,
    refresh: (tokens: Tokens) => Promise<Tokens>,
  ): Promise<RenewalOutcome>;

  /** Writes, once, to the owners of permissions that end within a week, and marks those that have ended. Answers how many were found. */
  abstract warnExpiring(platform: string, now: Date): Promise<number>;
}
