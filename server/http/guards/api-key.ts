import type { FastifyInstance, FastifyRequest } from 'fastify';
import { containsApiKey } from '#domain/auth/api-keys/api-keys';
import { InvalidInput } from '#domain/errors';
import { errorBody } from '#server/http/error.filter';

/** The token of an `Authorization: Bearer` header, which may be empty; undefined without one. With it, a request is not by the cookies of a browser. */
export const bearerTokenOf = ({ headers: { authorization = '' } }: FastifyRequest): string | undefined =>
  /^bearer(?: +(\S*))?$/i.exec(authorization)?.slice(1).join('');

/** The header of a read for an assistant: a signature of its token, which only this server can make, so that access tokens work at `/mcp` alone. */
export const MCP_SIGNATURE_HEADER = 'mcp-signature';

const KEY_IN_URL = 'API keys belong in the Authorization header, never in a URL, which others log. Revoke this key and create a new one.';

/** Refuses requests with an API key in their URL, before anything is done with it. */
export function refuseKeysInUrls(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!containsApiKey(request.url)) return done();
    const { code } = new InvalidInput([]);
    void reply.code(400).header('cache-control', 'no-store').send(errorBody(KEY_IN_URL, code));
  });
}
