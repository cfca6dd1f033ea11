import type { FastifyInstance } from 'fastify';
import { MCP_PATH, OAUTH_SCOPE } from '#domain/auth/oauth/oauth';
import { screens } from '#domain/site/screens';
import type { PublicUrl } from '#server/http/public-url';

const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What a refused call of `/mcp` says about how to get an access token (RFC 9728, 5.1). */
export const bearerChallenge = (origin: string, error?: 'invalid_token'): string =>
  `${error ? `error="${error}", ` : ''}resource_metadata="${origin}${RESOURCE_METADATA_PATH}${MCP_PATH}", scope="${OAUTH_SCOPE}"`;

/** Serves what clients read before they ask for access: about `/mcp` (RFC 9728), and about this site as its authorization server (RFC 8414). */
export function serveOAuthMetadata(fastify: FastifyInstance, publicUrl: PublicUrl, brand: string): void {
  const resource = () => ({
    resource: `${publicUrl.origin}${MCP_PATH}`,
    resource_name: brand,
    authorization_servers: [publicUrl.origin],
    scopes_supported: [OAUTH_SCOPE],
    bearer_methods_supported: ['header'],
  });
  fastify.get(RESOURCE_METADATA_PATH, resource);
  fastify.get(`${RESOURCE_METADATA_PATH}${MCP_PATH}`, resource);
  fastify.get('/.well-known/oauth-authorization-server', () => ({
    issuer: publicUrl.origin,
    authorization_endpoint: `${publicUrl.origin}${screens.authorize.path}`,
    token_endpoint: `${publicUrl.origin}/api/oauth/token`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [OAUTH_SCOPE],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }));
}
