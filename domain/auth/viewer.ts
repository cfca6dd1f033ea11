/** Administrators; every other role is an ordinary user. */
export const ADMIN_ROLE = 1;

/** The role a new account gets. */
export const USER_ROLE = 2;

/** Who asks: nobody we know, or a user with what decides about his rights. */
export type Viewer =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: { readonly role_id: number; readonly is_premium: boolean; readonly is_confirmed: boolean } };

export const anonymous: Viewer = { kind: 'anonymous' };

export const isAdmin = (viewer: Viewer): boolean => viewer.kind === 'user' && viewer.user.role_id === ADMIN_ROLE;
