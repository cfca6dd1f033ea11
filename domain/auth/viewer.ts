import type { UsedApiKey } from '#domain/auth/api-keys/api-keys';
import type { CurrentUser } from '#domain/auth/sessions/contract';
import type { ClientIp } from '#domain/client-ip';

/** Administrators; every other role is an ordinary user. */
export const ADMIN_ROLE = 1;

/** The role of a new account. */
export const USER_ROLE = 2;

/** The viewer of a request: anonymous, or a user with the fields that decide on permissions. */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: { readonly role_id: number; readonly is_premium: boolean; readonly is_confirmed: boolean } };

export const anonymous: Viewer = { kind: 'anonymous' };

/** The viewer that a signed-in user is. */
export const viewerOf = (user: Extract<Viewer, { readonly kind: 'user' }>['user']): Viewer => ({ kind: 'user', user });

export const isAdmin = (viewer: Viewer): boolean => viewer.kind === 'user' && viewer.user.role_id === ADMIN_ROLE;

/** A current user who is signed in. */
export type SignedInUser = CurrentUser & { readonly id: string; readonly email: string };

/** The session of a browser, stored under the hash of its token. */
export interface SessionState {
  readonly token_hash: string;
  readonly user_id: string | null;
  /**
   * The registration that this browser made, or whose code it has posted: its password signs in, in this browser only. With
   * `password_given`, the user whose code of the second factor is missing.
   */
  readonly pending_user_id: string | null;
  readonly password_given: boolean;
  /** True when this browser made the pending registration, so that its code alone confirms it. */
  readonly registering: boolean;
  readonly sscid: string | null;
  /** When the person at this browser last showed that the account is theirs, after signing in; null before. */
  readonly checked_at: Date | null;
}

/** The viewer of a request, with user and session. */
export interface ViewerContext {
  readonly viewer: Viewer;
  readonly user: SignedInUser | null;
  /** Null when the browser sent no token, or an unknown one. */
  readonly session: SessionState | null;
  /** The API key that the request was sent with, or the connected assistant that sent it; it has no session then. */
  readonly apiKey?: UsedApiKey;
}

/** The context of a request without a valid session. */
export const anonymousContext: ViewerContext = { viewer: anonymous, user: null, session: null };

/** The viewer of a request, with client IP and user agent. */
export interface RequestContext extends ViewerContext {
  readonly clientIp: ClientIp;
  readonly userAgent: string | null;
}

/** Finds the viewer of a request by what it was sent with. */
export abstract class Viewers {
  /** Returns the anonymous context without a token (undefined) or with an invalid one. */
  abstract findBySessionToken(token: string | undefined): Promise<ViewerContext>;

  /**
   * Returns the owner of an API key, or of the access token of a connected assistant, with today's role and entitlements. Throws
   * `InvalidApiKey`, and `PremiumRequired` for an access token if Premium has ended.
   */
  abstract findByKey(token: string): Promise<ViewerContext>;
}
