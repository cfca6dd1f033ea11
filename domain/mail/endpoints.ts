import { MINUTE_MS } from '#domain/durations';
import { endpoint } from '#domain/endpoint';
import { perClientIp } from '#domain/limits';
import { MaskedRecipient, ReferralQuery } from '#domain/mail/contract';

const emailLink = { limits: [perClientIp('letters', 30, MINUTE_MS)], query: ReferralQuery };
const returnsEmail = { response: MaskedRecipient, returns: 'The address, mostly masked.', errors: { not_found: "This link isn't valid." } };

export const unsubscribe = endpoint('GET /unsubscribe', {
  summary: 'Stops marketing emails to the recipient of this link.',
  access: 'anyone',
  ...emailLink,
  ...returnsEmail,
});

export const unsubscribeWithOneClick = endpoint('POST /unsubscribe', {
  summary: 'Does the same as one click in an email program (RFC 8058).',
  access: 'outside',
  ...emailLink,
  ...returnsEmail,
});

export const resubscribe = endpoint('DELETE /unsubscribe', {
  summary: 'Reverts the unsubscription.',
  access: 'anyone',
  ...emailLink,
  ...returnsEmail,
});

export const trackEmailVisit = endpoint('GET /track', {
  summary: 'Counts a visit from a link in an email.',
  access: 'anyone',
  ...emailLink,
  response: null,
  returns: 'Nothing, for known and unknown links alike.',
});
