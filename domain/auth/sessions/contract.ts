import { z } from 'zod';
import type { Output } from '#domain/endpoint';

/** Email addresses and passwords as typed; `email-address.ts` and `password-rules.ts` have the rules for new ones. */
export const emailField = z
  .string('must be text')
  .trim()
  .min(3, 'must be an email address')
  .max(254, 'must be at most 254 characters')
  .meta({ examples: ['you@example.com'] });
// New passwords have at most 128 characters; the limit here only bounds the hash of old ones.
export const passwordField = z.string('must be text').min(1, 'must be given').max(1_000, 'must be at most 128 characters');
export const codeField = z.string('must be text').trim().min(1, 'must be given').max(200, 'is too long');

/** What a user signs in or registers with. */
export const Credentials = z.strictObject({ email: emailField, password: passwordField });
export type Credentials = z.infer<typeof Credentials>;

/** A code of an authenticator app, or a recovery code. */
export const SecondFactorCode = z.strictObject({ code: codeField });

/** What a browser may store with its session. */
export const SessionPatch = z.strictObject({
  sscid: z
    .string('must be text')
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')
    .meta({ description: "An affiliate's customer id.", examples: ['customer-42'] }),
});
export type SessionPatch = z.infer<typeof SessionPatch>;

export const DemoSignIn = z.strictObject({ role: z.enum(['admin', 'premium', 'free']).describe('The demo user to sign in as.') });

/** The id of one of the user's own sessions, in a path. */
export const SessionId = z.uuid('must be the id of a session').describe('The `id` of an open session.');

/** How the API documentation describes the parts of formats. */
export const localeMeta = { description: 'The language tag whose way to write numbers and dates it is.', examples: ['de-DE'] };
export const timeZoneMeta = {
  description: 'The IANA name of the time zone of "today" and of the times of emails.',
  examples: ['Europe/Berlin'],
};

/** How a user reads numbers and dates. */
const Formats = z
  .object({ locale: z.string().meta(localeMeta), time_zone: z.string().meta(timeZoneMeta) })
  .meta({ id: 'Formats', description: 'How you read numbers and dates on screen and in emails. This API is the same for all.' });

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
