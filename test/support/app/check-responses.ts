import { isDeepStrictEqual } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { endpoints } from '#domain/api';

/** Makes each successful JSON response fail that its endpoint's record does not describe, undocumented fields included. */
export function checkResponses(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
      const endpoint = endpoints.get(`${method} ${routeOptions.url?.replace(/^\/api/, '')}`);
      const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
      if (!endpoint || !isJson || typeof payload !== 'string' || reply.statusCode >= 300) return payload;
      const body: unknown = JSON.parse(payload);
      const documented = endpoint.response?.safeParse(body);
      if (!documented?.success)
        throw new Error(`${endpoint.name} sent what it does not document: ${documented?.error.message ?? 'a body'}`);
      if (!isDeepStrictEqual(documented.data, body)) throw new Error(`${endpoint.name} sent fields it does not document: ${payload}`);
      return payload;
    });
}
