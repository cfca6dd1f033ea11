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
