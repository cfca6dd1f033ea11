import type { Viewer } from '#domain/auth/viewer';

/** The record the client holds of who is looking; the spec's defaults for nobody. */
export interface CurrentUser {
  readonly id: string | null;
  readonly email: string | null;
  readonly is_confirmed: boolean;
  readonly is_premium: boolean;
  /** A route of ours that makes the payment provider's cancel link at the click; null without a running subscription. */
  readonly paddle_subscription_cancel_url: string | null;
  readonly role_id: number;
  /** The first linked account's name; null before one is linked. */
  readonly username: string | null;
}

/** A user record that certainly is somebody's. */
export type SignedInUser = CurrentUser & { readonly id: string; readonly email: string };

/** What the server remembers of one browser; known only by the hash of the token that browser holds. */
export interface SessionState {
  readonly token_hash: string;
  readonly user_id: string | null;
  /** The account that was registered from this browser and is not signed in yet. */
  readonly pending_user_id: string | null;
  /** Somebody signed up from this browser; whether that made an account is nobody's business. */
  readonly registering: boolean;
  readonly sscid: string | null;
}

/** Who is asking. */
export interface ViewerContext {
  readonly viewer: Viewer;
  readonly user: SignedInUser | null;
  /** Null when the browser brought no token, or one we do not know. */
  readonly session: SessionState | null;
}

/** The answer of `GET /sessions`. */
export interface SessionResponse {
  readonly user: CurrentUser | null;
  /** The visitor's random id; empty where the browser asks not to be followed. */
  readonly uuid: string;
  /** An affiliate's customer id; empty for none. */
  readonly sscid: string;
}

/** One place somebody is signed in at, as that person sees it. */
export interface OpenSession {
  readonly id: string;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly seen_at: string;
  /** True for the session that asks. */
  readonly current: boolean;
}

/** An answer that is a sentence. */
export interface MessageResponse {
  readonly message: string;
}

/** Who is signed in now. */
export interface SignedInResponse {
  readonly user: CurrentUser;
}

/** A sentence, and who is signed in now where somebody is. */
export interface MessageWithUserResponse extends MessageResponse {
  readonly user?: CurrentUser;
}
