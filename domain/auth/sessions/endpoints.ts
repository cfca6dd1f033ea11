import { z } from 'zod';
import {
  Credentials,
  DemoSignIn,
  OpenSession,
  SecondFactorCode,
  SessionId,
  SessionPatch,
  SessionResponse,
  SignInResponse,
  SignedInResponse,
} from '#domain/auth/sessions/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import { endpoint, perClientIp, perSession, perUser } from '#domain/endpoint';

const sessionLimit = perUser('account-sessions', 30, HOUR_MS);

const checkFirst = 'There was no owner check in the last five minutes (`owner_check_needed`).';
/** What signing in returns. */
export const signedIn = 'The user who is now signed in; the session has a new cookie.';

export const signIn = endpoint('POST /auth/login', {
  summary: 'Signs in.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('login', 5, MINUTE_MS), perClientIp('login-hour', 30, HOUR_MS)],
  body: Credentials,
  response: SignInResponse,
  returns: 'The user who is now signed in, or that a code is needed next; the session has a new cookie.',
  errors: {
    invalid_credentials: 'The email or password is wrong; the response does not say which.',
    sign_in_locked: 'After 100 wrong passwords in a row, the address signs in only where it did before, until its password is reset.',
    unavailable: 'Too many people are signing in right now, or the site is in maintenance: then only administrators sign in.',
  },
});

export const signInWithCode = endpoint('POST /auth/login/code', {
  summary: 'Signs in with the code of the second factor, in the browser where the password was given within ten minutes.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('login-code', 10, MINUTE_MS), perClientIp('login-code-hour', 60, HOUR_MS)],
  body: SecondFactorCode,
  response: SignedInResponse,
  returns: signedIn,
  errors: {
    not_signed_in: 'The password is missing, or was given too long ago.',
    not_possible: 'The code is wrong or was used before, or there were 100 wrong ones in a row: then a recovery code signs in.',
  },
});

export const signInToDemo = endpoint('POST /auth/demo', {
  summary: 'Signs in as a demo user without a password, from this machine only.',
  access: 'anyone',
  limits: [perClientIp('demo', 30, MINUTE_MS)],
  body: DemoSignIn,
  response: SignedInResponse,
  returns: signedIn,
  errors: { not_found: 'There is no demo here.' },
});

export const viewSession = endpoint('GET /sessions', {
  summary: 'Returns the current user, and sets the session and CSRF cookies of a browser without them.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('sessions', 120, MINUTE_MS)],
  response: SessionResponse,
  returns: 'The session; its user is null when no user is signed in.',
});

export const updateSession = endpoint('PATCH /sessions', {
  summary: "Stores an affiliate's customer id with the session.",
  access: 'anyone',
  limits: [
    perSession('sessions-change', 10, MINUTE_MS),
    perClientIp('sessions-change-network', 60, MINUTE_MS),
    perClientIp('sessions-change-day', 1_000, DAY_MS),
  ],
  body: SessionPatch,
  response: SessionResponse,
  returns: 'The updated session.',
});

export const signOut = endpoint('DELETE /sessions', {
  summary: 'Signs out.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('logout', 30, MINUTE_MS)],
  returns: 'Nothing; the session has a new cookie.',
});

export const listSessions = endpoint('GET /users/me/sessions', {
  summary: 'Lists your active sessions.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: z.array(OpenSession),
  returns: 'The active sessions.',
});

export const endOtherSessions = endpoint('DELETE /users/me/sessions', {
  summary: 'Signs out everywhere else, within five minutes of an owner check.',
  limits: [sessionLimit],
  errors: { not_possible: checkFirst },
});

export const endSession = endpoint('DELETE /users/me/sessions/:id', {
  summary: 'Ends one of your sessions, within five minutes of an owner check.',
  limits: [sessionLimit],
  params: { id: SessionId },
  errors: { not_found: 'You have no such session.', not_possible: checkFirst },
});
