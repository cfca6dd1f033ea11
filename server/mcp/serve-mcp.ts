import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { KeyOwners } from '#domain/auth/api-keys/key-owners';
import { MCP_PATH } from '#domain/auth/oauth/oauth';
import { ApiKeyRefused, Forbidden, InvalidApiKey } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { bearerTokenOf, MCP_SIGNATURE_HEADER } from '#server/http/guards/api-key';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { PublicUrl } from '#server/http/public-url';
import { bodyOf, createMcpServer } from '#server/mcp/mcp-server';
import { bearerChallenge, serveOAuthMetadata } from '#server/mcp/oauth-metadata';
import type { ReadApi } from '#server/mcp/tools';

/** Finds whom the key or access token of a request is for. Throws `InvalidApiKey` with what OAuth clients need to get one. */
const authenticateWith =
  (keyOwners: KeyOwners, publicUrl: PublicUrl) =>
  async (request: FastifyRequest): Promise<string> => {
    const { origin } = request.headers;
    const ownOrigin = publicUrl.origin;
    if (origin !== undefined && origin !== ownOrigin) throw new Forbidden('Web pages of other sites cannot connect here.');
    const token = bearerTokenOf(request);
    if (token === undefined)
      throw new InvalidApiKey('Connect by OAuth, or send a personal API key in the Authorization header.', bearerChallenge(ownOrigin));
    const { apiKey } = await keyOwners.find(token).catch((error: unknown) => {
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
  const authenticate = authenticateWith(app.get(KeyOwners, { strict: false }), publicUrl);
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
    method: ['GET', 'POST', 'DELETE'],
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
