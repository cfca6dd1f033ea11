import { z } from 'zod';
import { codeField, CurrentUser, emailField, localeMeta, passwordField, timeZoneMeta } from '#domain/auth/sessions/contract';
import type { Output } from '#domain/endpoint';
import { oneLine } from '#domain/site/one-line';
import { defaultFormats } from '#domain/site/reader';

/** The locale of a tag, as `Intl` names it and without extensions: the default if nothing is known of its language, null if it is no tag. */
export function parseLocale(tag: string): string | null {
  try {
    const { baseName } = new Intl.Locale(tag);
    const isKnown = Intl.NumberFormat.supportedLocalesOf(baseName).length > 0;
    return isKnown ? new Intl.NumberFormat(baseName).resolvedOptions().locale : defaultFormats.locale;
  } catch {
    return null;
  }
}

/** The time zone of a name, as `Intl` names it; null if there is none. */
export function parseTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const MAX_NAME_LENGTH = 60;
/** What a user calls a passkey or an API key. */
export const ownName = z
  .string('must be text')
  .refine((text) => text.isWellFormed(), 'must be valid text')
  .transform((text) => oneLine(text).trim())
  .refine((name) => name !== '', 'must not be empty')
  .refine((name) => name.length <= MAX_NAME_LENGTH, `must be at most ${MAX_NAME_LENGTH} characters`)
  .meta({ maxLength: MAX_NAME_LENGTH, description: 'What you call it.' });

export const EmailOnly = z.strictObject({ email: emailField });

export const Confirmation = z.strictObject({ confirmation_code: codeField });

export const PasswordReset = z.strictObject({ reset_code: codeField, password: passwordField });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const PasswordChange = z.strictObject({ current_password: passwordField, password: passwordField });

/** The password of a signed-in user. */
export const PasswordOnly = z.strictObject({ password: passwordField });

/** The password, confirmed before something that cannot be undone, unless the owner was checked in the last minutes. */
export const PasswordConfirmation = z.strictObject({
  password: passwordField.exactOptional().describe('Not needed within five minutes of an owner check.'),
});

const MAX_FORMAT_LENGTH = 64;
const formatName = z.string('must be text').max(MAX_FORMAT_LENGTH, 'is too long');

export const FormatsToSave = z.strictObject({
  locale: formatName
    .refine((tag) => parseLocale(tag) !== null, 'must be a language tag such as de-DE')
    .transform((tag) => parseLocale(tag) ?? tag)
    .meta(localeMeta),
  time_zone: formatName
    .refine((name) => parseTimeZone(name) !== null, 'must be the name of a time zone such as Europe/Berlin')
    .transform((name) => parseTimeZone(name) ?? name)
    .meta(timeZoneMeta),
});

export const MessageResponse = z.object({ message: z.string() }).meta({ id: 'MessageResponse', description: 'A message for the user.' });
export type MessageResponse = Output<typeof MessageResponse>;

export const OwnerCheckStatus = z
  .object({
    is_checked: z.boolean().describe('True for five minutes after a check in this session.'),
    has_password: z.boolean().describe('Whether the password can be given.'),
    has_sign_in_link: z.boolean().describe('Whether a fresh single sign-on can be used, where the site has it.'),
    has_passkey: z.boolean().describe('Whether a passkey can be used.'),
  })
  .meta({ id: 'OwnerCheckStatus', description: 'How you can show that this session is yours.' });
export type OwnerCheckStatus = Output<typeof OwnerCheckStatus>;

export const SecondFactorStatus = z
  .object({
    added_at: z.iso.datetime().nullable().describe('When the authenticator app was added; null without one.'),
    recovery_codes_left: z.int().nullable().describe('Null without a second factor.'),
    is_missing: z.boolean().describe('True for an administrator who is a regular user until they add one.'),
  })
  .meta({ id: 'SecondFactorStatus', description: 'Whether signing in asks for more than the password.' });
export type SecondFactorStatus = Output<typeof SecondFactorStatus>;

export const NewSecondFactor = z
  .object({
    key: z.string().describe('The key for an authenticator app, in base32.'),
    uri: z.string().describe('The same as an address, for a QR code.'),
  })
  .meta({ id: 'NewSecondFactor', description: 'A second factor to confirm with its first code.' });
export type NewSecondFactor = Output<typeof NewSecondFactor>;

export const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes', description: 'Codes that each sign in once instead of an app or a passkey. They are not shown again.' });
export type RecoveryCodes = Output<typeof RecoveryCodes>;

export const MessageWithUserResponse = MessageResponse.extend({ user: CurrentUser.exactOptional() }).meta({
  id: 'MessageWithUserResponse',
  description: 'A message for the user, and the user who is now signed in, if any.',
});
export type MessageWithUserResponse = Output<typeof MessageWithUserResponse>;
