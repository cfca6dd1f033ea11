import { NotPossible, Unavailable } from '#domain/errors';
import type { TemporaryProblem } from '#domain/linked-accounts/link-state';
import { waitText } from '#domain/wait-text';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/platform';

/** An error with this code and message. */
const refusal = (code: string, message: string) =>
  class extends NotPossible {
    override readonly code = code;

    constructor() {
      super(message);
    }
  };

/** The return from the platform matches no pending authorization of this browser. */
export class LinkingEnded extends NotPossible {
  override readonly code = 'linking_ended';

  constructor(message = 'This request expired or was started in another browser. Please link the account again.') {
    super(message);
  }
}

/** The user has linked the maximum number of accounts. */
export class LinkLimitReached extends refusal('link_limit', `You can link up to ${MAX_LINKED_ACCOUNTS} accounts.`) {}

/** The platform no longer accepts the permission; only the account's owner can renew it. */
export class PermissionEnded extends refusal('permission_ended', 'Pinterest has ended our access to this account. Reconnect it.') {}

/** Search volumes and terms need a permission that the account's owner has not given. */
export class VolumesNotAllowed extends refusal('volumes_not_allowed', 'Allow search volumes on the page of your account first.') {}

/** Pinterest gives search volumes through an ad account only, and there is none. */
export class NoAdAccount extends refusal(
  'no_ad_account',
  'Pinterest gives search volumes through an ad account, and this account has none. Business accounts have one.',
) {}

/** The platform refused a renewal although the permission works: it had renewed it before, and its response was lost. */
export class RenewalLost extends PermissionEnded {}

const failureTexts: Readonly<Record<TemporaryProblem, (seconds: number) => string>> = {
  unreachable: () => "We couldn't reach Pinterest. Please try again later.",
  limited: (seconds) => `Pinterest is limiting requests. Please try again in ${waitText(seconds)}.`,
  unexpected: () => "Pinterest sent an answer that we can't read. Please try again later.",
  refused: () => "Pinterest doesn't let this app read this.",
  renewal_refused: () => 'Pinterest refused to renew a permission that still works.',
};

/** The platform could not answer now; the permission is untouched. */
export class PlatformUnavailable extends Unavailable {
  constructor(
    readonly failure: TemporaryProblem,
    retryAfterSeconds = 5,
  ) {
    super(failureTexts[failure](retryAfterSeconds), retryAfterSeconds);
  }
}

/** No platform is configured. */
export class PlatformNotConfigured extends Unavailable {
  override readonly code = 'no_platform';

  constructor() {
    super("Linking Pinterest accounts isn't set up here.", 3_600);
  }
}
