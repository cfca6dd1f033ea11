import { LinkPurposeText, SandboxPayment, SentNotice } from '#domain/subscriptions/contract';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';

const refuses = {
  not_found: 'There is no subscription, or the provider has no such page for it.',
  not_possible: 'The plan was bought in another way, or the provider refuses.',
  unavailable: 'The payment provider does not answer.',
} as const;

/** Premium. */
export const premiumLines = {
  'GET /users/me/subscription': { says: 'Shows one’s own plan.', answers: 'The plan.' },
  'POST /users/me/subscription/cancel': {
    says: 'Cancels Premium at the end of what is paid.',
    answers: 'The plan as it is now.',
    refuses,
  },
  'GET /users/me/subscription/links/:purpose': {
    says: 'Leads to the page of the payment provider, made for this click.',
    answers: 'The way there, in the header location.',
    status: 302,
    params: { purpose: LinkPurposeText },
    refuses,
  },
  'GET /checkout': { says: 'Tells a page what it needs to open the checkout.', answers: 'The provider and its prices.' },
  'POST /webhooks/paddle': {
    says: 'Takes a notice of the payment provider.',
    headers: { 'Paddle-Signature': 'The provider’s signature over the very bytes of the body.' },
    answers: 'Nothing: the notice is kept, or was known already.',
    status: 200,
    body: SentNotice,
    refuses: {
      invalid_input: 'The signature is not the provider’s, or the notice is malformed.',
      not_found: 'This site takes no payments.',
    },
  },
  'POST /sandbox/payments': {
    says: 'Makes the sandbox’s payment provider do something; there is none where real money is taken.',
    answers: 'The plan as it is now.',
    body: SandboxPayment,
    refuses: {
      forbidden: 'The second product is for administrators.',
      not_found: 'There is no sandbox here, or no subscription.',
      conflict: 'Premium is running already.',
      not_possible: 'The address is not confirmed, or the subscription is over.',
    },
  },
} as const satisfies Partial<AllEndpointDocs>;
