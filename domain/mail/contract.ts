import { z } from 'zod';

/** The token in the links of a marketing email. Any text is accepted: all unknown tokens get the same response. */
export const ReferralQuery = z.object({
  campaign_referral_id: z.string('must be given once').max(200, 'is too long').describe('The token in a link of the email.'),
});
export type ReferralQuery = z.infer<typeof ReferralQuery>;

export const MaskedRecipient = z.object({ email: z.string() });
