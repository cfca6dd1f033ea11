import { z } from 'zod';
import { passwordLengths } from '#domain/auth/account/password-rules';
import {
  Confirmation,
  EmailOnly,
  FormatsToSave,
  MessageResponse,
  MessageWithUserResponse,
  NewSecondFactor,
  OwnerCheckStatus,
  PasswordChange,
  PasswordConfirmation,
  PasswordOnly,
  PasswordReset,
  RecoveryCodes,
  SecondFactorStatus,
} from '#domain/auth/account/contract';
import { Credentials, SecondFactorCode } from '#domain/auth/sessions/contract';
import { signedIn } from '#domain/auth/sessions/endpoints';
import { HOUR_MS, MINUTE_MS } from '#domain/durations';
import { endpoint, inMemory, perClientIp, perSession, perUser } from '#domain/endpoint';

const codeLimit = perClientIp('codes', 10, 15 * MINUTE_MS);
/** Counted once the password is accepted: a refused one is no sign-up. */
export const registrationLimit = { ...perClientIp('register', 5, HOUR_MS), countedWhen: 'accepted' } as const;
const accountLimit = perUser('account', 5, HOUR_MS);
const factorLimit = perUser('second-factor', 10, HOUR_MS);

const newPassword = `A new password has ${passwordLengths.user} to ${passwordLengths.max} characters (an admin's at least ${passwordLengths.admin}) and is not a common password.`;
const wrongPassword = 'That is not the current password.';
const notChecked = `${wrongPassword} Without one: there was no owner check in the last five minutes (\`owner_check_needed\`).`;
const wrongCode = 'The code is wrong, used, or expired.';

export const register = endpoint('POST /auth/register', {
  summary: `Signs up and sends an email with a code. ${newPassword}`,
  access: 'anyone',
  limits: [registrationLimit, inMemory(perClientIp('register-attempts', 60, HOUR_MS))],
  body: Credentials,
  response: MessageWithUserResponse,
  returns: 'A message, which is the same whether or not the address has an account.',
  errors: { forbidden: 'The site is closed to new accounts.' },
});

export const confirmEmail = endpoint('POST /auth/email/confirm', {
  summary: 'Confirms the address that a code was sent to, in the browser that signed up or in one where its owner is signed in.',
  access: 'anyone',
  limits: [codeLimit],
  body: Confirmation,
  response: MessageWithUserResponse,
  returns: signedIn,
  errors: { not_signed_in: 'The sign-up was in another browser. The code stays valid.', not_possible: wrongCode },
});

export const resendConfirmation = endpoint('POST /auth/email/confirm/resend', {
  summary: 'Sends a new code to the address that signed up in this browser and is not confirmed yet.',
  access: 'anyone',
  limits: [perSession('resend', 3, HOUR_MS), perClientIp('resend-network', 20, HOUR_MS)],
  response: MessageResponse,
  returns: 'A message.',
  errors: { not_signed_in: 'No sign-up was started in this browser.' },
});

export const recoverPassword = endpoint('POST /auth/password/recover', {
  summary: 'Sends a code for a new password.',
  access: 'anyone',
  limits: [perClientIp('recover', 20, HOUR_MS)],
  body: EmailOnly,
  response: MessageResponse,
  returns: 'A message, which is the same whether or not the address has an account.',
});

export const resetPassword = endpoint('POST /auth/password/reset', {
  summary: `Sets a new password by code and ends all sessions. ${newPassword}`,
  access: 'anyone',
  limits: [codeLimit],
  body: PasswordReset,
  response: MessageWithUserResponse,
  returns: 'The user who is now signed in, with a new cookie; no user where a second factor is on.',
  errors: { not_possible: wrongCode },
});

export const changePassword = endpoint('POST /auth/password/change', {
  summary: `Changes the password and ends all other sessions. ${newPassword}`,
  access: 'signed-in',
  limits: [accountLimit],
  body: PasswordChange,
  response: MessageResponse,
  returns: 'A message; the session has a new cookie.',
  errors: { not_possible: wrongPassword },
});

export const viewOwnerCheck = endpoint('GET /users/me/owner-check', {
  summary: 'Says how you can show that this session is yours, and whether you just have.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: OwnerCheckStatus,
  returns: 'The ways there are.',
});

export const checkOwner = endpoint('POST /users/me/owner-check', {
  summary: 'Shows with the password that this session is yours, for the next five minutes.',
  limits: [perUser('owner-check', 20, HOUR_MS)],
  body: PasswordOnly,
  errors: { not_possible: 'That is not the current password, or the account has none.' },
});

export const exportAccount = endpoint('POST /users/me/export', {
  summary: 'Exports all data we hold about you; takes the password or an owner check.',
  limits: [accountLimit],
  body: PasswordConfirmation,
  response: z.record(z.string(), z.unknown()),
  returns: 'All data, by subject.',
  deadlineMs: null,
  errors: { not_possible: notChecked },
});

export const deleteAccount = endpoint('POST /users/me/deletion', {
  summary: 'Deletes your account and everything that belongs to it; takes the password or an owner check.',
  limits: [accountLimit],
  body: PasswordConfirmation,
  returns: 'Nothing; you are signed out.',
  errors: { conflict: 'Your subscription still renews: cancel it first.', not_possible: notChecked },
});

export const saveFormats = endpoint('PUT /users/me/formats', {
  summary: 'Replaces how you read numbers and dates on screen and in emails.',
  limits: [perUser('formats', 60, HOUR_MS)],
  body: FormatsToSave,
});

const noFactor = 'You have no such second factor.';

export const viewSecondFactor = endpoint('GET /users/me/second-factor', {
  summary: 'Says whether you have a second factor.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: SecondFactorStatus,
  returns: 'The second factor, without its secrets.',
});

export const beginSecondFactor = endpoint('POST /users/me/second-factor', {
  summary: 'Creates a key for an authenticator app; takes the password or an owner check. It counts once its first code is confirmed.',
  limits: [factorLimit],
  body: PasswordConfirmation,
  response: NewSecondFactor,
  returns: 'The key, which is not shown again.',
  errors: { conflict: 'You already have an authenticator app.', not_possible: notChecked },
});

export const confirmSecondFactor = endpoint('POST /users/me/second-factor/confirmation', {
  summary: 'Turns the authenticator app on with its first code, and signs you out everywhere else.',
  limits: [factorLimit],
  body: SecondFactorCode,
  response: RecoveryCodes,
  returns: 'The recovery codes, which are not shown again; none if you have some of a passkey.',
  errors: { conflict: 'There is no second factor to confirm.', not_possible: 'The code is wrong.' },
});

export const renewRecoveryCodes = endpoint('POST /users/me/second-factor/recovery-codes', {
  summary: 'Replaces your recovery codes; takes the password or an owner check.',
  limits: [factorLimit],
  body: PasswordConfirmation,
  response: RecoveryCodes,
  returns: 'The new recovery codes, which are not shown again.',
  errors: { not_found: noFactor, not_possible: notChecked },
});

export const removeSecondFactor = endpoint('POST /users/me/second-factor/removal', {
  summary: 'Removes your authenticator app; takes the password or an owner check.',
  limits: [factorLimit],
  body: PasswordConfirmation,
  errors: { not_found: noFactor, not_possible: notChecked },
});
