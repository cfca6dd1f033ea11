import { z } from 'zod';
import {
  Assistant,
  AssistantId,
  AuthorizationAnswer,
  AuthorizationDecision,
  AuthorizationQuery,
  AuthorizationView,
  TokenAnswer,
  TokenBody,
} from '#domain/auth/oauth/contract';
import { deadlineWithProvider, endpoint, perClientIp, perUser } from '#domain/endpoint';
import { HOUR_MS, MINUTE_MS } from '#domain/durations';

const authorizationErrors = {
  premium_required: 'For everyone without Premium.',
  not_possible: 'The metadata document of the client cannot be used, or does not name the `redirect_uri`.',
} as const;

export const viewAuthorization = endpoint('GET /oauth/authorization', {
  summary: 'Reads who asks to be connected, from the metadata document of the client.',
  access: 'signed-in',
  limits: [perUser('oauth-authorize', 60, HOUR_MS)],
  query: AuthorizationQuery,
  response: AuthorizationView,
  returns: 'The assistant that asks.',
  deadlineMs: deadlineWithProvider(1),
  errors: authorizationErrors,
});

export const decideAuthorization = endpoint('POST /oauth/authorization', {
  summary: 'Connects an assistant that asks to be, or refuses it.',
  access: 'signed-in',
  limits: [perUser('oauth-decide', 20, HOUR_MS)],
  body: AuthorizationDecision,
  response: AuthorizationAnswer,
  returns: 'Where to send the browser, with a code or an error.',
  deadlineMs: deadlineWithProvider(1),
  errors: authorizationErrors,
});

export const issueTokens = endpoint('POST /oauth/token', {
  summary: 'Exchanges a code or a refresh token for new tokens (OAuth 2.1); also takes a form.',
  access: 'outside',
  limits: [perClientIp('oauth-token', 120, MINUTE_MS)],
  body: TokenBody,
  response: TokenAnswer,
  returns: 'An access token for `/mcp`, and the next refresh token.',
  errors: { invalid_input: '`error` is a code of RFC 6749, such as `invalid_grant`, and `error_description` the reason.' },
});

export const listAssistants = endpoint('GET /users/me/assistants', {
  summary: 'Lists the assistants that you connected without an API key.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: z.array(Assistant),
  returns: 'The connected assistants, oldest first.',
});

export const disconnectAssistant = endpoint('DELETE /users/me/assistants/:id', {
  summary: 'Disconnects one of your assistants at once.',
  limits: [perUser('account-sessions', 30, HOUR_MS)],
  params: { id: AssistantId },
  errors: { not_found: 'You have no such assistant.' },
});
