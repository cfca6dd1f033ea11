import { type SignedInUser, USER_ROLE } from '#domain/auth/viewer';

/** A confirmed user without Premium. */
export const buyerWith = (id: string): SignedInUser => ({
  id,
  email: 'ana@people.test',
  is_confirmed: true,
  is_premium: false,
  paddle_subscription_cancel_url: null,
  role_id: USER_ROLE,
  username: null,
  formats: null,
});
