import { z } from 'zod';
import { PasswordConfirmation } from '#domain/auth/account/contract';
import type { Output } from '#domain/endpoint';

const answerText = z.string('must be text').max(4_000, 'is too long').optional();

/** Where to go after signing in. */
export const SignInStart = z.strictObject({
  next: z.string('must be text').max(1_000, 'is too long').default('/').describe('A path of this site.'),
  is_owner_check: z
    .boolean('must be true or false')
    .default(false)
    .describe('True: the provider asks to sign in again, which shows for five minutes that the present session is yours.'),
});

/** What the provider appends to our address; what else it appends is ignored. */
export const ProviderAnswerQuery = z.object({
  code: answerText.describe('The code of the provider.'),
  state: answerText.describe('The state that was sent to it.'),
  iss: answerText.describe('The issuer.'),
  error: answerText.describe('Why the provider refused.'),
});
export type ProviderAnswerQuery = z.infer<typeof ProviderAnswerQuery>;

export const SignInRedirect = z
  .object({ redirect_uri: z.string().describe('Where to send the browser.') })
  .meta({ id: 'SignInRedirect', description: 'The page of the OpenID provider.' });
export type SignInRedirect = Output<typeof SignInRedirect>;

/** Consent to a link, with the proof of the account. */
export const LinkConsent = z.strictObject({
  token: z.string('must be text').min(1, 'must be given').max(4_000, 'is too long').describe('The token of `/account?link=…`.'),
  ...PasswordConfirmation.shape,
});

/** The id of a link, in a path. */
export const SignInLinkId = z.uuid('must be the id of a linked sign-in').describe('The `id` of a linked sign-in.');

export const SignInLink = z
  .object({ id: z.string(), issuer: z.string(), linked_at: z.iso.datetime() })
  .meta({ id: 'SignInLink', description: 'An identity at an OpenID provider that signs in to your account.' });
export type SignInLink = Output<typeof SignInLink>;
