import { PasswordOnly } from '#domain/auth/account/contract';
import { OwnerCheckStatus } from '#domain/auth/owner-check/contract';
import { HOUR_MS, MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

export const viewOwnerCheck = endpoint('GET /users/me/owner-check', {
  summary: 'Says how you can show that this session is yours, and whether you just have.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: OwnerCheckStatus,
  returns: 'The ways there are.',
});

export const checkOwner = endpoint('POST /users/me/owner-check', {
  summary: 'Shows with the password that this session is yours, for the next five minutes.',
  limits: [perUser('owner-check', 20, HOUR_MS)],
  body: PasswordOnly,
  errors: { not_possible: 'That is not the current password, or the account has none.' },
});
