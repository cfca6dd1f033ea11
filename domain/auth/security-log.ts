/** What happened to somebody's account, or by somebody's rights; for the operator's log. Never holds an e-mail, a code, a token or an address. */
export interface SecurityEvent {
  readonly event:
    | 'signed-in'
    | 'sign-in-failed'
    | 'signed-out'
    | 'registered'
    | 'confirmed'
    | 'password-asked'
    | 'password-reset'
    | 'password-changed'
    | 'role-changed'
    | 'sessions-ended'
    | 'data-exported'
    | 'account-deleted'
    | 'account-linked'
    | 'account-unlinked'
    | 'premium-changed'
    | 'webhook-refused'
    | 'list-exported'
    | 'catalogue-cleaned'
    | 'limit-hit';
  readonly user_id?: string | null;
  /** An address nobody is known by: it is written as a keyed hash. */
  readonly email?: string;
  /** A network: written as a keyed hash. */
  readonly clientIp?: string;
  /** More, in a word: a limit's name, a role, a list, what a subscription went through. */
  readonly detail?: string;
}

/** The operator's record of what concerns security. */
export abstract class SecurityLog {
  abstract record(event: SecurityEvent): void;
}
