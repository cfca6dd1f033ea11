import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Viewers } from '#domain/auth/viewer';
import { ApiKeyRefused, Forbidden, InvalidApiKey } from '#domain/errors';
import { bearerTokenOf } from '#server/http/guards/api-key';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { PublicUrl } from '#server/http/public-url';
import { bodyOf, createMcpServer } from '#server/mcp/mcp-server';
import type { ReadApi } from '#server/mcp/tools';

/** Where assistants connect to, by the Model Context Protocol over HTTP. */
const MCP_PATH = '/mcp';

/**
 * Serves the tools for assistants, which have a personal API key. Each tool reads endpoints of the API inside this process with the key of
 * the request, so that access, entitlements, and limits are those of its owner. Nothing is kept between requests.
 */
export function serveMcp(fastify: FastifyInstance, app: INestApplicationContext, brand: string): void {
  const [viewers, refusalLog, publicUrl] = [app.get(Viewers, { strict: false }), app.get(RefusalLog), app.get(PublicUrl)];
  const authenticate = async (request: FastifyRequest): Promise<string> => {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== publicUrl.origin) throw new Forbidden('Web pages of other sites cannot connect here.');
    const token = bearerTokenOf(request);
    if (token === undefined) throw new InvalidApiKey('Send a personal API key in the Authorization header.');
    const { apiKey } = await viewers.findByApiKey(token);
    if (apiKey?.kind !== 'personal') throw new ApiKeyRefused('Assistants need a personal API key.');
    return token;
  };
  const readWith =
    (token: string, remoteAddress: string): ReadApi =>
    async (path) => {
      const headers = { host: new URL(publicUrl.origin).host, authorization: `Bearer ${token}` };
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
