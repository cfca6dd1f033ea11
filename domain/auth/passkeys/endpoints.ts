import { z } from 'zod';
import { SignedInResponse } from '#domain/auth/sessions/contract';
import { AddedPasskey, NewPasskey, PasskeyAnswer, PasskeyId, PasskeyOptions, PasskeyView } from '#domain/auth/passkeys/contract';
import { HOUR_MS, MINUTE_MS } from '#domain/durations';
import { endpoint, perClientIp, perUser } from '#domain/endpoint';

const checkFirst = 'There was no owner check in the last five minutes (`owner_check_needed`).';
const refused = 'The passkey is not accepted, or the challenge is expired or used.';
const changeLimit = perUser('passkeys', 20, HOUR_MS);
const checkLimit = perUser('passkey-checks', 30, HOUR_MS);

export const beginPasskeySignIn = endpoint('POST /auth/passkey/options', {
  summary: 'Begins to sign in with a passkey: of anyone, or after the password of its account.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('passkey-options', 30, MINUTE_MS)],
  response: PasskeyOptions,
  returns: 'What the browser asks its authenticators.',
  errors: { not_possible: 'The account whose password was given has no passkey.' },
});

export const signInWithPasskey = endpoint('POST /auth/passkey', {
  summary: 'Signs in with a passkey, which counts as both factors.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('passkey', 10, MINUTE_MS), perClientIp('passkey-hour', 60, HOUR_MS)],
  body: PasskeyAnswer,
  response: SignedInResponse,
  returns: 'The user who is now signed in; the session has a new cookie.',
  errors: { not_possible: refused, unavailable: 'The site is in maintenance: then only administrators sign in.' },
});

export const listPasskeys = endpoint('GET /users/me/passkeys', {
  summary: 'Lists your passkeys.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: z.array(PasskeyView),
  returns: 'The passkeys, oldest first.',
});

export const beginPasskey = endpoint('POST /users/me/passkeys/options', {
  summary: 'Begins to add a passkey, within five minutes of an owner check.',
  limits: [changeLimit],
  response: PasskeyOptions,
  returns: 'What the browser asks its authenticators.',
  errors: { not_possible: checkFirst },
});

export const addPasskey = endpoint('POST /users/me/passkeys', {
  summary: 'Adds a passkey. The first factor of an account signs you out everywhere else.',
  limits: [changeLimit],
  body: NewPasskey,
  response: AddedPasskey,
  returns: 'The passkey, and recovery codes if you had no second factor before, which are not shown again.',
  errors: { not_possible: refused, conflict: 'The passkey is added already.' },
});

export const removePasskey = endpoint('DELETE /users/me/passkeys/:id', {
  summary: 'Removes a passkey, within five minutes of an owner check.',
  limits: [changeLimit],
  params: { id: PasskeyId },
  errors: { not_found: 'You have no such passkey.', not_possible: checkFirst },
});

export const beginPasskeyCheck = endpoint('POST /users/me/owner-check/passkey/options', {
  summary: 'Begins an owner check with one of your passkeys.',
  limits: [checkLimit],
  response: PasskeyOptions,
  returns: 'What the browser asks its authenticators.',
  errors: { not_possible: 'You have no passkey.' },
});

export const checkOwnerWithPasskey = endpoint('POST /users/me/owner-check/passkey', {
  summary: 'Shows with a passkey that this session is yours, for the next five minutes.',
  limits: [checkLimit],
  body: PasskeyAnswer,
  errors: { not_possible: refused },
});
