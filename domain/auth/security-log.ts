import type { ClientIp } from '#domain/client-ip';

/** A security-relevant event for the operator's log, which never contains email addresses, codes, tokens, or IP addresses. */
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
    | 'owner-checked'
    | 'second-factor-added'
    | 'second-factor-removed'
    | 'recovery-codes-renewed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'sign-in-linked'
    | 'sign-in-unlinked'
    | 'api-key-created'
    | 'api-key-revoked'
    | 'assistant-connected'
    | 'assistant-disconnected'
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
    | 'removed-rows-downloaded'
    | 'job-started'
    | 'access-refused'
    | 'input-rejected'
    | 'limit-hit';
  readonly user_id?: string | null;
  /** An email address without a known user; logged as a keyed hash. */
  readonly email?: string;
  /** Logged as a keyed hash. */
  readonly clientIp?: ClientIp;
  /** One more word: the name of a limit or an endpoint, a role, a list, a job, or the change of a subscription. */
  readonly detail?: string;
  /** How often it happened, if that is logged once for all. */
  readonly count?: number;
}

/** The operator's log of security events. */
export abstract class SecurityLog {
  abstract record(event: SecurityEvent): void;
}
