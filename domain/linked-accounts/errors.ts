import { NotPossible, Unavailable } from '#domain/errors';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-accounts';

/** The return from the platform matches no pending authorization of this browser. */
export class LinkingEnded extends NotPossible {
  override readonly code = 'linking_ended';

  constructor(message = 'This request expired or was started in another browser. Please link the account again.') {
    super(message);
  }
}

/** The user has linked the maximum number of accounts. */
export class LinkLimitReached extends NotPossible {
  override readonly code = 'link_limit';

  constructor() {
    super(`You can link up to ${MAX_LINKED_ACCOUNTS} accounts.`);
  }
}

/** The platform no longer accepts the permission; only the account's owner can renew it. */
export class PermissionEnded extends NotPossible {
  override readonly code = 'permission_ended';

  constructor() {
    super('Pinterest has ended our access to this account. Reconnect it.');
  }
}

/** No platform is configured. */
export class PlatformNotConfigured extends Unavailable {
  override readonly code = 'no_platform';

  constructor() {
    super("Linking Pinterest accounts isn't set up here.", 3_600);
  }
}
