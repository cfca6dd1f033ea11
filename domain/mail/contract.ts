import { z } from 'zod';
import type { Output } from '#domain/endpoint';
import { optionalEmails } from '#domain/mail/optional-emails';

/** The token in the links of a marketing email. Any text is accepted: all unknown tokens get the same response. */
export const ReferralQuery = z.object({
  campaign_referral_id: z.string('must be given once').max(200, 'is too long').describe('The token in a link of the email.'),
});
export type ReferralQuery = z.infer<typeof ReferralQuery>;

export const MaskedRecipient = z.object({ email: z.string() });

/** The token in the links of an optional email. Any text is accepted, as above. */
export const OptionalEmailQuery = z.object({
  token: z.string('must be given once').max(200, 'is too long').describe('The token in a link of the email.'),
});
export type OptionalEmailQuery = z.infer<typeof OptionalEmailQuery>;

export const OptionalEmailRecipient = z.object({
  email: z.string(),
  kind: z.enum(optionalEmails).describe('Which email the link belongs to.'),
});
export type OptionalEmailRecipient = Output<typeof OptionalEmailRecipient>;

const choice = z.boolean('must be true or false');
const weekly = choice.describe('The email on Mondays with what moved in your watchlists.');
const alerts = choice.describe('The email with new alerts, at most one a day. Alerts are part of Premium.');

export const OptionalEmailChoices = z
  .object({ weekly, alerts })
  .meta({ id: 'OptionalEmailChoices', description: 'The emails you have switched on.' });
export type OptionalEmailChoices = Output<typeof OptionalEmailChoices>;

export const OptionalEmailChange = z
  .strictObject({ weekly: weekly.optional(), alerts: alerts.optional() })
  .refine((change) => Object.keys(change).length > 0, 'must have at least one choice');
export type OptionalEmailChange = z.infer<typeof OptionalEmailChange>;
