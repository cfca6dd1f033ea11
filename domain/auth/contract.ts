import { z } from 'zod';
import { parseLocale, parseTimeZone } from '#domain/auth/account/formats';
import type { Output } from '#domain/endpoint';
import { oneLine } from '#domain/site/one-line';

/** Email addresses and passwords as typed; `email-address.ts` and `password-rules.ts` have the rules for new ones. */
const email = z
  .string('must be text')
  .trim()
  .min(3, 'must be an email address')
  .max(254, 'must be at most 254 characters')
  .meta({ examples: ['you@example.com'] });
// New passwords have at most 128 characters; the limit here only bounds the hash of old ones.
const password = z.string('must be text').min(1, 'must be given').max(1_000, 'must be at most 128 characters');
const code = z.string('must be text').trim().min(1, 'must be given').max(200, 'is too long');

const MAX_NAME_LENGTH = 60;
/** What a user calls a passkey or an API key. */
export const ownName = z
  .string('must be text')
  .refine((text) => text.isWellFormed(), 'must be valid text')
  .transform((text) => oneLine(text).trim())
  .refine((name) => name !== '', 'must not be empty')
  .refine((name) => name.length <= MAX_NAME_LENGTH, `must be at most ${MAX_NAME_LENGTH} characters`)
  .meta({ maxLength: MAX_NAME_LENGTH, description: 'What you call it.' });

/** What a user signs in or registers with. */
export const Credentials = z.strictObject({ email, password });
export type Credentials = z.infer<typeof Credentials>;

export const EmailOnly = z.strictObject({ email });
export type EmailOnly = z.infer<typeof EmailOnly>;

export const Confirmation = z.strictObject({ confirmation_code: code });
export type Confirmation = z.infer<typeof Confirmation>;

export const PasswordReset = z.strictObject({ reset_code: code, password });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const PasswordChange = z.strictObject({ current_password: password, password });
export type PasswordChange = z.infer<typeof PasswordChange>;

/** The password of a signed-in user. */
export const PasswordOnly = z.strictObject({ password });
export type PasswordOnly = z.infer<typeof PasswordOnly>;

/** The password, confirmed before something that cannot be undone, unless the owner was checked in the last minutes. */
export const PasswordConfirmation = z.strictObject({
  password: password.exactOptional().describe('Not needed within five minutes of an owner check.'),
});
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>;

/** A code of an authenticator app, or a recovery code. */
export const SecondFactorCode = z.strictObject({ code });
export type SecondFactorCode = z.infer<typeof SecondFactorCode>;

/** What a browser may store with its session. */
export const SessionPatch = z.strictObject({
  sscid: z
    .string('must be text')
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')
    .meta({ description: "An affiliate's customer id.", examples: ['customer-42'] }),
});
export type SessionPatch = z.infer<typeof SessionPatch>;

export const DemoSignIn = z.strictObject({ role: z.enum(['admin', 'premium', 'free']).describe('The demo user to sign in as.') });
export type DemoSignIn = z.infer<typeof DemoSignIn>;

/** The id of one of the user's own sessions, in a path. */
export const SessionId = z.uuid('must be the id of a session').describe('The `id` of an open session.');

const MAX_FORMAT_LENGTH = 64;
const formatName = z.string('must be text').max(MAX_FORMAT_LENGTH, 'is too long');
const locale = { description: 'The language tag whose way to write numbers and dates it is.', examples: ['de-DE'] };
const time_zone = { description: 'The IANA name of the time zone of "today" and of the times of emails.', examples: ['Europe/Berlin'] };

/** How a user reads numbers and dates. */
const Formats = z
  .object({ locale: z.string().meta(locale), time_zone: z.string().meta(time_zone) })
  .meta({ id: 'Formats', description: 'How you read numbers and dates on screen and in emails. This API is the same for all.' });

export const FormatsToSave = z.strictObject({
  locale: formatName
    .refine((tag) => parseLocale(tag) !== null, 'must be a language tag such as de-DE')
    .transform((tag) => parseLocale(tag) ?? tag)
    .meta(locale),
  time_zone: formatName
    .refine((name) => parseTimeZone(name) !== null, 'must be the name of a time zone such as Europe/Berlin')
    .transform((name) => parseTimeZone(name) ?? name)
    .meta(time_zone),
});
export type FormatsToSave = z.infer<typeof FormatsToSave>;

export const CurrentUser = z
  .object({
    id: z.string().nullable(),
    email: z.string().nullable(),
    is_confirmed: z.boolean(),
    is_premium: z.boolean(),
    paddle_subscription_cancel_url: z
      .string()
      .nullable()
      .describe("A path of ours that redirects to the payment provider's cancellation page; null without a running subscription."),
    role_id: z.int(),
    username: z.string().nullable().describe('The name of the first linked account; null without one.'),
    formats: Formats.nullable().describe('Null until a browser has told them.'),
  })
  .meta({ id: 'CurrentUser', description: 'The current user. Fields have their defaults when no user is signed in.' });
export type CurrentUser = Output<typeof CurrentUser>;

export const SessionResponse = z
  .object({
    user: CurrentUser.nullable(),
    uuid: z.string().describe("The visitor's random id; empty if the browser opts out of tracking."),
    sscid: z.string().describe("An affiliate's customer id; empty without one."),
    pending_email: z
      .string()
      .nullable()
      .describe('The address that this browser signed up with and has not confirmed, except for its first character and its host hidden.'),
  })
  .meta({ id: 'SessionResponse', description: 'The session of this browser.' });
export type SessionResponse = Output<typeof SessionResponse>;

export const OpenSession = z
  .object({
    id: z.string(),
    user_agent: z.string().nullable(),
    created_at: z.iso.datetime(),
    seen_at: z.iso.datetime(),
    current: z.boolean().describe('True for the session of this request.'),
  })
  .meta({ id: 'OpenSession', description: "One of the user's active sessions." });
export type OpenSession = Output<typeof OpenSession>;

export const MessageResponse = z.object({ message: z.string() }).meta({ id: 'MessageResponse', description: 'A message for the user.' });
export type MessageResponse = Output<typeof MessageResponse>;

export const SignedInResponse = z
  .object({ user: CurrentUser })
  .meta({ id: 'SignedInResponse', description: 'The user who is now signed in.' });
export type SignedInResponse = Output<typeof SignedInResponse>;

export const SignInResponse = z
  .object({
    user: CurrentUser.nullable().describe('Null while the code of the second factor is missing.'),
    next: z
      .enum(['none', 'code', 'add_second_factor'])
      .describe('`code`: post the code next. `add_second_factor`: this administrator is a regular user until they add one.'),
  })
  .meta({ id: 'SignInResponse', description: 'The user who is now signed in, and what is missing.' });
export type SignInResponse = Output<typeof SignInResponse>;

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
