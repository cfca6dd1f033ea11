import { z } from 'zod';
import { apiKeyKinds, type KeyLifetime, keyLifetimes } from '#domain/auth/api-keys/api-keys';
import { ownName } from '#domain/auth/account/contract';
import type { Output } from '#domain/endpoint';

export const NewApiKey = z.strictObject({
  name: ownName,
  expires_in_days: z
    .literal<KeyLifetime[]>([...keyLifetimes], `must be ${keyLifetimes.join(', ')}, or null`)
    .nullable()
    .describe('How long it works; null: until it is revoked.'),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

/** The id of a key, in a path. */
export const ApiKeyId = z.uuid('must be the id of an API key').describe('The `id` of an API key.');

export const ApiKeyView = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(apiKeyKinds).describe('`personal` keys read, `ingest` keys of administrators import.'),
    prefix: z.string().describe('The beginning of the key.'),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().nullable().describe('Null until it is used; at most a minute old.'),
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey', description: 'An API key of yours that is not revoked.' });
export type ApiKeyView = Output<typeof ApiKeyView>;

export const CreatedApiKey = z
  .object({ key: ApiKeyView, token: z.string().describe('What programs send. It is not shown again.') })
  .meta({ id: 'CreatedApiKey', description: 'A new API key.' });
export type CreatedApiKey = Output<typeof CreatedApiKey>;
