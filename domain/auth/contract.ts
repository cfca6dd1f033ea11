import { z } from 'zod';

/** E-mails and passwords as one types them; the rules for new ones stand in `email.ts` and `password-rules.ts`. */
const email = z
  .string('must be text')
  .trim()
  .min(3, 'must be an e-mail address')
  .max(254, 'must be at most 254 characters')
  .meta({ examples: ['you@example.com'] });
const password = z.string('must be text').min(1, 'must be given').max(1_000, 'must be at most 128 characters');
const code = z.string('must be text').trim().min(1, 'must be given').max(200, 'is too long');

/** What signs one in, and what one registers with. */
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

/** The password asked for once more, before something that cannot be undone. */
export const PasswordConfirmation = z.strictObject({ password });
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>;

/** What a browser may have remembered with its session. */
export const SessionPatch = z.strictObject({
  sscid: z
    .string('must be text')
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _')
    .meta({ description: "An affiliate's customer id.", examples: ['customer-42'] }),
});
export type SessionPatch = z.infer<typeof SessionPatch>;

/** Which of the demo's users to be. */
export const DemoSignIn = z.strictObject({ role: z.enum(['admin', 'premium', 'free']).describe('Which of the three.') });
export type DemoSignIn = z.infer<typeof DemoSignIn>;

/** The name of a session of one's own. */
export const SessionId = z.uuid('must be the id of a session').describe('The `id` of an open session.');
