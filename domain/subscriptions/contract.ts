import { z } from 'zod';
import type { Output } from '#domain/endpoint';
import { linkPurposes } from '#domain/subscriptions/payments';

const nullableTime = z.iso.datetime().nullable();

/** A notice in the payment provider's own format: the server parses it only after it has verified the signature over its bytes. */
export const SentNotice = z.looseObject({}).describe('The notice, in the format of the payment provider.');

export const sandboxActions = ['pay', 'renew', 'fail', 'cancel', 'refund', 'end_period'] as const;

/** An action of the sandbox's payment provider. */
export const SandboxPayment = z.strictObject({
  action: z.enum(sandboxActions, `must be one of ${sandboxActions.join(', ')}`).describe('What happens.'),
  product: z.enum(['user', 'admin'], 'must be user or admin').default('user').describe('Which of the two products.'),
});
export type SandboxPayment = z.infer<typeof SandboxPayment>;
export type SandboxPaymentOrder = z.input<typeof SandboxPayment>;

export const LinkPurposeText = z.enum(linkPurposes, 'must be cancel or update').describe('To cancel, or to change the card.');

export const SubscriptionView = z
  .object({
    status: z
      .enum(['none', 'given', 'active', 'trialing', 'past_due', 'paused', 'canceled'])
      .describe(
        "The subscription's status as the payment provider calls it; `none` without a subscription, `given` if an administrator gave Premium.",
      ),
    is_premium: z.boolean(),
    renews_at: nullableTime.describe('The next payment, if one is due.'),
    ends_at: nullableTime.describe('The end of Premium, after a cancellation or a failed payment and its grace period.'),
    can_cancel: z.boolean(),
    can_keep: z.boolean().describe('True while a cancellation can be undone.'),
    update_url: z
      .string()
      .nullable()
      .describe("A path of ours that redirects to the provider's page for changing the card; null without one."),
  })
  .meta({ id: 'SubscriptionView', description: "The user's plan. Times are ISO 8601 in UTC." });
export type SubscriptionView = Output<typeof SubscriptionView>;
export type SubscriptionStatus = SubscriptionView['status'];

export const CheckoutSettings = z
  .object({
    provider: z.enum(['paddle', 'sandbox', 'none']).describe('`none`: this site sells nothing.'),
    environment: z.enum(['production', 'sandbox']),
    client_token: z.string().nullable(),
    price_id: z.string().nullable(),
    admin_price_id: z.string().nullable().describe('The product of the second button, for admins only.'),
    custom_data: z
      .record(z.string(), z.string())
      .nullable()
      .describe('Signed data that the provider returns with every notice; null for visitors.'),
  })
  .meta({ id: 'CheckoutSettings', description: 'What the premium page needs to open the checkout.' });
export type CheckoutSettings = Output<typeof CheckoutSettings>;
