import { MINUTE_MS } from '#domain/durations';
import { endpoint, perClientIp, perUser } from '#domain/endpoint';
import {
  MaskedRecipient,
  OptionalEmailChange,
  OptionalEmailChoices,
  OptionalEmailQuery,
  OptionalEmailRecipient,
  ReferralQuery,
} from '#domain/mail/contract';

const emailLink = { limits: [perClientIp('email-links', 30, MINUTE_MS)], query: ReferralQuery };
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
  summary: 'Reverts the unsubscription, within a day.',
  access: 'anyone',
  ...emailLink,
  ...returnsEmail,
});

export const trackEmailVisit = endpoint('GET /track', {
  summary: 'Counts a visit from a link in an email.',
  access: 'anyone',
  ...emailLink,
  returns: 'Nothing, for known and unknown links alike.',
});

const choiceLimits = [perUser('optional-emails', 30, MINUTE_MS)];

export const listOptionalEmails = endpoint('GET /users/me/optional-emails', {
  summary: 'Returns which optional emails you have switched on.',
  limits: choiceLimits,
  response: OptionalEmailChoices,
  returns: 'The choices; every email is off until you switch it on.',
});

export const chooseOptionalEmails = endpoint('PATCH /users/me/optional-emails', {
  summary: 'Switches optional emails on or off. Only confirmed addresses get them.',
  limits: choiceLimits,
  body: OptionalEmailChange,
});

const optionalEmailLink = {
  limits: [perClientIp('email-links', 30, MINUTE_MS)],
  query: OptionalEmailQuery,
  response: OptionalEmailRecipient,
  returns: 'The address, mostly masked, and the email.',
  errors: { not_found: "This link isn't valid." },
};

export const endOptionalEmail = endpoint('POST /optional-emails/unsubscribe', {
  summary: 'Switches off the optional email that this link is from, also as one click in an email program (RFC 8058).',
  access: 'outside',
  ...optionalEmailLink,
});

export const resumeOptionalEmail = endpoint('DELETE /optional-emails/unsubscribe', {
  summary: 'Reverts that, within a day.',
  access: 'anyone',
  ...optionalEmailLink,
});
