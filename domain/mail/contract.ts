import { z } from 'zod';

/** The token in the links of a marketing letter; any text is taken, since every unknown one is answered alike. */
export const ReferralQuery = z.object({
  campaign_referral_id: z.string('must be given once').max(200, 'is too long').describe('The token in a link of the letter.'),
});
export type ReferralQuery = z.infer<typeof ReferralQuery>;
