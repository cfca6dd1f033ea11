import { Confirmation, Credentials, DemoSignIn, EmailOnly, PasswordChange, PasswordReset, SessionPatch } from '#domain/auth/contract';
import { passwordLengths } from '#domain/auth/account/password-rules';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';

const { user, admin, max: most } = passwordLengths;
const newPassword = `A new password has ${user} to ${most} characters, an administrator's at least ${admin}, and is none that everybody tries first.`;
const wrongCode = 'The code is wrong, used or too old.';
const signedIn = 'Who is signed in now; the session has a new cookie.';

/** Signing up, signing in, and the codes that travel by letter. */
export const authLines = {
  'POST /auth/login': {
    says: 'Signs in.',
    answers: signedIn,
    body: Credentials,
    refuses: {
      invalid_credentials: 'E-mail or password is wrong; which of the two is not said.',
      unavailable: 'Too many people sign in just now.',
    },
  },
  'POST /auth/register': {
    says: `Signs up, and sends a letter with a code. ${newPassword}`,
    answers: 'A sentence, the same whether the address had an account or not.',
    body: Credentials,
  },
  'POST /auth/email/confirm': {
    says: 'Confirms the address that a code was sent to, in the browser that signed up or where its owner is signed in.',
    answers: signedIn,
    body: Confirmation,
    refuses: { not_signed_in: 'Another browser signed up. The code stays good.', not_possible: wrongCode },
  },
  'POST /auth/email/confirm/resend': {
    says: 'Sends a new code to whoever signed up here and has not confirmed yet.',
    answers: 'A sentence.',
    refuses: { not_signed_in: 'Nobody signed up in this browser.' },
  },
  'POST /auth/password/recover': {
    says: 'Sends a code for a new password.',
    answers: 'A sentence, the same whether the address has an account or not.',
    body: EmailOnly,
  },
  'POST /auth/password/reset': {
    says: `Sets a new password by code and ends all sessions. ${newPassword}`,
    answers: signedIn,
    body: PasswordReset,
    refuses: { not_possible: wrongCode },
  },
  'POST /auth/password/change': {
    says: `Changes the password and ends all other sessions. ${newPassword}`,
    answers: 'A sentence; the session has a new cookie.',
    body: PasswordChange,
    refuses: { not_possible: 'That is not the current password.' },
  },
  'POST /auth/demo': {
    says: 'Signs in as a user of the demo, without a password and from this machine alone.',
    answers: signedIn,
    body: DemoSignIn,
    refuses: { not_found: 'There is no demo here.' },
  },
  'GET /sessions': {
    says: 'Tells who is signed in, and gives a browser without cookies the two it needs.',
    answers: 'The user, or null for nobody.',
  },
  'PATCH /sessions': {
    says: "Remembers an affiliate's customer id with the session.",
    answers: 'The session as it is now.',
    body: SessionPatch,
  },
  'DELETE /sessions': { says: 'Signs out.', answers: 'Nothing; the session has a new cookie.' },
} as const satisfies Partial<AllEndpointDocs>;
