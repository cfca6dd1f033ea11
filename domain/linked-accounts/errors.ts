import { NotPossible, Unavailable } from '#domain/errors';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-account';

/** The return from the platform belongs to no authorisation that is under way here. */
export class LinkingEnded extends NotPossible {
  override readonly code = 'linking_ended';

  constructor(
    message = 'This permission was asked for in another browser, was used already, or is too old. Please link the account again.',
  ) {
    super(message);
  }
}

/** One account more than a person may link. */
export class LinkLimitReached extends NotPossible {
  override readonly code = 'link_limit';

  constructor() {
    super(`You can link up to ${MAX_LINKED_ACCOUNTS} accounts.`);
  }
}

/** The platform no longer accepts the permission; only its owner can renew it. */
export class PermissionEnded extends NotPossible {
  override readonly code = 'permission_ended';

  constructor() {
    super('Pinterest no longer lets us read this account. Please reconnect it.');
  }
}

/** No platform is set up here. */
export class PlatformNotConfigured extends Unavailable {
  override readonly code = 'no_platform';

  constructor() {
    super('Linking Pinterest accounts is not set up at this site.', 3_600);
  }
}
