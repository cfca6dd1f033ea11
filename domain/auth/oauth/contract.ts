import { z } from 'zod';
import type { Output } from '#domain/endpoint';

const parameter = (maxLength = 1_000) => z.string('must be one text').max(maxLength, 'is too long');

/** What is read of a client metadata document; the rest is ignored. */
export const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
});

/** What a client sends the browser with; what else it sends is ignored. */
export const AuthorizationQuery = z.object({
  client_id: parameter(500).min(1, 'must be given').describe('The address of the metadata document of the client.'),
  redirect_uri: parameter().min(1, 'must be given').describe('Where to answer.'),
  response_type: parameter().optional().describe('`code`.'),
  code_challenge: parameter().optional().describe('The SHA-256 of the verifier, in base64url.'),
  code_challenge_method: parameter().optional().describe('`S256`.'),
  scope: parameter().optional().describe('`read`.'),
  resource: parameter().optional().describe('The address of `/mcp` at this site.'),
  state: parameter(4_000).optional().describe('Is returned to the client.'),
});
export type AuthorizationQuery = z.infer<typeof AuthorizationQuery>;

export const AuthorizationDecision = AuthorizationQuery.extend({
  is_allowed: z.boolean('must be true or false').describe('Whether the user allows it.'),
});

export const AuthorizationView = z
  .object({
    name: z.string().describe('What the client calls itself.'),
    host: z.string().describe('The host of its metadata document.'),
    redirect_host: z.string().describe('The host that is answered.'),
    is_loopback: z.boolean().describe('Whether that is the machine of the user.'),
    error_uri: z
      .string()
      .nullable()
      .describe('Where the browser returns with what is wrong with the request, when the user says so; null to ask the user.'),
  })
  .meta({ id: 'AuthorizationView', description: 'An assistant that asks to be connected.' });
export type AuthorizationView = Output<typeof AuthorizationView>;

export const AuthorizationAnswer = z
  .object({ redirect_uri: z.string().describe('Where to send the browser.') })
  .meta({ id: 'AuthorizationAnswer', description: 'The answer to an assistant that asked to be connected.' });
export type AuthorizationAnswer = Output<typeof AuthorizationAnswer>;

export const TokenBody = z.object({
  grant_type: parameter().optional().describe('`authorization_code` or `refresh_token`.'),
  client_id: parameter().optional(),
  resource: parameter().optional().describe('The address of `/mcp` at this site, which is the default.'),
  code: parameter().optional(),
  redirect_uri: parameter().optional().describe('That of the authorization.'),
  code_verifier: parameter().optional(),
  refresh_token: parameter().optional(),
});
export type TokenBody = z.infer<typeof TokenBody>;

export const TokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds.'),
    refresh_token: z.string().describe('Replaces the one before, which ends everything when it is sent again.'),
    scope: z.string(),
  })
  .meta({ id: 'TokenAnswer', description: 'The tokens of a connected assistant.' });
export type TokenAnswer = Output<typeof TokenAnswer>;

/** The id of a connected assistant, in a path. */
export const AssistantId = z.uuid('must be the id of a connected assistant').describe('The `id` of a connected assistant.');

export const Assistant = z
  .object({
    id: z.string(),
    name: z.string(),
    host: z.string().describe('The host of its metadata document.'),
    created_at: z.iso.datetime(),
    used_at: z.iso.datetime().nullable().describe('Null until it reads something; at most a minute old.'),
  })
  .meta({ id: 'Assistant', description: 'An assistant that reads as you, without an API key.' });
export type Assistant = Output<typeof Assistant>;
