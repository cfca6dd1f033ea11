import type { OpenSession } from '#domain/auth/contract';

/** A session to open. */
export interface NewSession {
  readonly token_hash: string;
  readonly user_id: string | null;
  readonly pending_user_id: string | null;
  readonly registering: boolean;
  /** True when the password of the pending user was given, and the code of their second factor is missing. */
  readonly password_given: boolean;
  readonly user_agent: string | null;
  readonly expires_at: Date;
  /** The token hash of the browser's previous session: it ends, and its referral data moves to the new session. */
  readonly replaces: string | null;
}

/** A stored session, as far as its user sees it. */
interface ListedSession extends Pick<NewSession, 'token_hash' | 'user_agent'> {
  readonly id: string;
  readonly created_at: Date;
  readonly seen_at: Date;
}

/** A session in the list of its user, who sends the request in the current one. */
export const toOpenSession = (session: ListedSession, currentTokenHash: string): OpenSession => ({
  id: session.id,
  user_agent: session.user_agent,
  created_at: session.created_at.toISOString(),
  seen_at: session.seen_at.toISOString(),
  current: session.token_hash === currentTokenHash,
});

/** The sessions of browsers. */
export abstract class Sessions {
  abstract open(session: NewSession, now: Date): Promise<void>;

  /** Makes a registration, whose code the browser has posted, the pending one of its session. */
  abstract savePostedCode(tokenHash: string, pendingUserId: string): Promise<void>;

  abstract saveSscid(tokenHash: string, sscid: string): Promise<void>;

  /** Remembers that the person at this session is its owner. */
  abstract saveOwnerCheck(tokenHash: string, now: Date): Promise<void>;

  abstract close(tokenHash: string): Promise<void>;

  /** Returns the user's active sessions, last seen first. */
  abstract listFor(userId: string, currentTokenHash: string, now: Date): Promise<readonly OpenSession[]>;

  /** Ends one session of the user; returns false when the user has no session with this id. */
  abstract end(userId: string, id: string): Promise<boolean>;

  /** Ends all sessions of the user but one. */
  abstract endOthers(userId: string, keptTokenHash: string | null): Promise<void>;
}
