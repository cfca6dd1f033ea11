import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MCP_PATH, OAUTH_SCOPE } from '#domain/auth/oauth/oauth';
import { Viewers } from '#domain/auth/viewer';
import { ApiKeyRefused, Forbidden, InvalidApiKey } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { bearerTokenOf, MCP_SIGNATURE_HEADER } from '#server/http/guards/api-key';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { PublicUrl } from '#server/http/public-url';
import { bodyOf, createMcpServer } from '#server/mcp/mcp-server';
import type { ReadApi } from '#server/mcp/tools';
import { screens } from '#domain/site/screens';

const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** What a refused call of `/mcp` says about how to get an access token (RFC 9728, 5.1). */
const bearerChallenge = (origin: string, error?: 'invalid_token'): string =>
  `${error ? `error="${error}", ` : ''}resource_metadata="${origin}${RESOURCE_METADATA_PATH}${MCP_PATH}", scope="${OAUTH_SCOPE}"`;

/** Serves what clients read before they ask for access: about `/mcp` (RFC 9728), and about this site as its authorization server (RFC 8414). */
function serveOAuthMetadata(fastify: FastifyInstance, publicUrl: PublicUrl, brand: string): void {
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

/** Finds whom the key or access token of a request is for. Throws `InvalidApiKey` with what OAuth clients need to get one. */
const authenticateWith =
  (viewers: Viewers, publicUrl: PublicUrl) =>
  async (request: FastifyRequest): Promise<string> => {
    const { origin } = request.headers;
    const ownOrigin = publicUrl.origin;
    if (origin !== undefined && origin !== ownOrigin) throw new Forbidden('Web pages of other sites cannot connect here.');
    const token = bearerTokenOf(request);
    if (token === undefined)
      throw new InvalidApiKey('Connect by OAuth, or send a personal API key in the Authorization header.', bearerChallenge(ownOrigin));
    const { apiKey } = await viewers.findByKey(token).catch((error: unknown) => {
      throw error instanceof InvalidApiKey ? new InvalidApiKey(error.message, bearerChallenge(ownOrigin, 'invalid_token')) : error;
    });
    if (apiKey?.kind !== 'personal') throw new ApiKeyRefused('Assistants need a personal API key.');
    return token;
  };

/**
 * Serves the tools for assistants, which have a personal API key or an access token of OAuth. Each tool reads endpoints of the API inside
 * this process with that of the request, so that access, entitlements, and limits are those of its owner. Nothing is kept between requests.
 */
export function serveMcp(fastify: FastifyInstance, app: INestApplicationContext, brand: string): void {
  const [secrets, refusalLog, publicUrl] = [app.get(Secrets), app.get(RefusalLog), app.get(PublicUrl)];
  const authenticate = authenticateWith(app.get(Viewers, { strict: false }), publicUrl);
  serveOAuthMetadata(fastify, publicUrl, brand);
  const readWith =
    (token: string, remoteAddress: string): ReadApi =>
    async (path) => {
      const headers = {
        host: new URL(publicUrl.origin).host,
        authorization: `Bearer ${token}`,
        [MCP_SIGNATURE_HEADER]: secrets.sign('mcp', token),
      };
      const { statusCode, body } = await fastify.inject({ method: 'GET', url: path, headers, remoteAddress });
      return bodyOf(statusCode, body);
    };
  fastify.route({
    method: ['GET', 'HEAD', 'POST', 'DELETE'],
    url: MCP_PATH,
    handler: async (request) => {
      const token = await authenticate(request).catch((error: unknown) => {
        refusalLog.record({ event: 'access-refused', detail: MCP_PATH, clientIp: clientIpOf(request.ip) });
        throw error;
      });
      const { createMcpHandler } = await import('@modelcontextprotocol/server');
      const createServer = () => createMcpServer(readWith(token, request.ip), brand, publicUrl.origin);
      const handler = createMcpHandler(createServer, { maxSubscriptions: 0 });
      return handler.fetch(toWebRequest(request, publicUrl.origin), { parsedBody: request.body });
    },
  });
}

/** The method and headers of a request; its body is parsed already. */
const toWebRequest = ({ method, headers }: FastifyRequest, origin: string): Request =>
  new Request(`${origin}${MCP_PATH}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : [])),
  });
