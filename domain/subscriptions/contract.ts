import { z } from 'zod';
import { linkPurposes } from '#domain/subscriptions/payments';

/** A notice in the payment provider's own format: the server parses it only after it has verified the signature over its bytes. */
export const SentNotice = z.looseObject({}).describe('The notice, in the format of the payment provider.');
export type SentNotice = z.input<typeof SentNotice>;

export const sandboxActions = ['pay', 'renew', 'fail', 'cancel', 'refund', 'end_period'] as const;

/** An action of the sandbox's payment provider. */
export const SandboxPayment = z.object({
  action: z.enum(sandboxActions, `must be one of ${sandboxActions.join(', ')}`).describe('What happens.'),
  product: z.enum(['user', 'admin'], 'must be user or admin').default('user').describe('Which of the two products.'),
});
export type SandboxPayment = z.infer<typeof SandboxPayment>;
export type SandboxPaymentOrder = z.input<typeof SandboxPayment>;

export const LinkPurposeText = z.enum(linkPurposes, 'must be cancel or update').describe('To cancel, or to change the card.');
