import type { OpenSession } from '#domain/auth/contract';

/** A session about to be opened. */
export interface NewSession {
  readonly token_hash: string;
  readonly user_id: string | null;
  readonly pending_user_id: string | null;
  readonly registering: boolean;
  readonly user_agent: string | null;
  readonly expires_at: Date;
  /** The session of the same browser that this one takes the place of: it ends, and what the browser had remembered goes on. */
  readonly replaces: string | null;
}

/** What browsers are remembered by. */
export abstract class Sessions {
  abstract open(session: NewSession, now: Date): Promise<void>;

  abstract saveSscid(tokenHash: string, sscid: string): Promise<void>;

  abstract close(tokenHash: string): Promise<void>;

  /** Where this person is signed in, last seen first; `current` is the asking session's hash. */
  abstract listFor(userId: string, currentTokenHash: string, now: Date): Promise<readonly OpenSession[]>;

  /** Ends one session of this person; false when there is none of that id. */
  abstract end(userId: string, id: string): Promise<boolean>;

  /** Ends all sessions of this person but one. */
  abstract endOthers(userId: string, keptTokenHash: string | null): Promise<void>;
}
