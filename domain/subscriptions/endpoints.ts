import { CheckoutSettings, LinkPurposeText, SandboxPayment, SentNotice, SubscriptionView } from '#domain/subscriptions/contract';
import { deadlineWithProvider, endpoint, type EndpointLimit, inMemory, inTotal, perClientIp, perUser } from '#domain/endpoint';
import { MINUTE_MS } from '#domain/durations';

const providerErrors = {
  not_found: 'There is no subscription, or the provider has no such page for it.',
  not_possible: "The plan can't be changed here, or the provider declined the change.",
  unavailable: "The payment provider isn't responding.",
};

export const viewSubscription = endpoint('GET /users/me/subscription', {
  summary: 'Returns your plan.',
  limits: [perUser('subscription', 60, MINUTE_MS)],
  response: SubscriptionView,
  returns: 'The plan.',
});

export const cancelSubscription = endpoint('POST /users/me/subscription/cancel', {
  summary: 'Cancels Premium at the end of the paid period.',
  limits: [perUser('subscription-cancel', 10, MINUTE_MS)],
  response: SubscriptionView,
  returns: 'The updated plan.',
  deadlineMs: deadlineWithProvider(2),
  errors: providerErrors,
});

export const keepSubscription = endpoint('POST /users/me/subscription/keep', {
  summary: 'Undoes a cancellation before it takes effect: Premium renews again.',
  limits: [perUser('subscription-keep', 10, MINUTE_MS)],
  response: SubscriptionView,
  returns: 'The updated plan.',
  errors: { ...providerErrors, not_possible: "The plan has ended, can't be changed here, or the provider declined the change." },
});

export const openSubscriptionLink = endpoint('GET /users/me/subscription/links/:purpose', {
  summary: "Redirects to the payment provider's page, which is created for this request.",
  limits: [perUser('subscription-links', 10, MINUTE_MS)],
  params: { purpose: LinkPurposeText },
  returns: 'The address of the page, in the header location.',
  status: 302,
  deadlineMs: deadlineWithProvider(1),
  errors: providerErrors,
});

export const viewCheckoutSettings = endpoint('GET /checkout', {
  summary: 'Returns what a page needs to open the checkout.',
  access: 'anyone',
  limits: [perClientIp('checkout', 60, MINUTE_MS)],
  response: CheckoutSettings,
  returns: 'The provider and its prices.',
});

/** Notices are counted after their signature is verified, so that no flood of others refuses genuine ones. */
export const webhookLimits = {
  refused: { ...inMemory(perClientIp('webhooks-refused', 60, MINUTE_MS)), countedWhen: 'refused' },
  genuine: { ...inMemory(inTotal('webhooks', 6_000, MINUTE_MS)), countedWhen: 'genuine' },
} as const satisfies Record<string, EndpointLimit>;

export const receivePaddleNotice = endpoint('POST /webhooks/paddle', {
  summary: 'Receives a notice from the payment provider.',
  access: 'outside',
  isOpenInMaintenance: true,
  limits: Object.values(webhookLimits),
  headers: { 'Paddle-Signature': "The provider's signature over the exact bytes of the body." },
  body: SentNotice,
  returns: 'Nothing: the notice was stored, or was already known.',
  status: 200,
  errors: {
    invalid_input: "The signature is not the provider's, or the notice is malformed.",
    not_found: 'This site takes no payments.',
  },
});

export const simulatePayment = endpoint('POST /sandbox/payments', {
  summary: "Simulates an action of the sandbox's payment provider; not available where real payments are taken.",
  access: 'signed-in',
  limits: [perUser('sandbox-payments', 30, MINUTE_MS)],
  body: SandboxPayment,
  response: SubscriptionView,
  returns: 'The updated plan.',
  errors: {
    forbidden: 'The second product is for admins only.',
    not_found: 'There is no sandbox here, or no subscription.',
    conflict: 'You already have Premium.',
    not_possible: 'The address is not confirmed, or the subscription has ended.',
  },
});
