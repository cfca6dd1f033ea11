import { z } from 'zod';
import { MAX_PERSONAL_KEYS } from '#domain/auth/api-keys/api-keys';
import { ApiKeyId, ApiKeyView, CreatedApiKey, NewApiKey } from '#domain/auth/api-keys/contract';
import { HOUR_MS, MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

const changeLimit = perUser('api-keys', 20, HOUR_MS);

export const listApiKeys = endpoint('GET /users/me/api-keys', {
  summary: 'Lists your API keys.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: z.array(ApiKeyView),
  returns: 'The keys that are not revoked, oldest first.',
});

export const createApiKey = endpoint('POST /users/me/api-keys', {
  summary: 'Creates a personal API key, within five minutes of an owner check.',
  limits: [changeLimit],
  body: NewApiKey,
  response: CreatedApiKey,
  returns: 'The key with its token, which is not shown again.',
  errors: {
    premium_required: 'For everyone without Premium.',
    conflict: `You have ${MAX_PERSONAL_KEYS} keys already.`,
    not_possible: 'There was no owner check in the last five minutes (`owner_check_needed`).',
  },
});

export const revokeApiKey = endpoint('DELETE /users/me/api-keys/:id', {
  summary: 'Revokes one of your API keys at once.',
  limits: [changeLimit],
  params: { id: ApiKeyId },
  errors: { not_found: 'You have no such API key.' },
});
