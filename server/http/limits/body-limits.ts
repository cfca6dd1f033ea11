import type { FastifyInstance } from 'fastify';

/** The maximum size of a request body: small for users, larger for payment providers. */
export const maxBodyBytes = { default: 16 * 1024, events: 4 * 1024, webhooks: 64 * 1024 } as const;

const maxBodyBytesOf = (url: string): number =>
  url.startsWith('/api/webhooks/') ? maxBodyBytes.webhooks : url === '/api/events' ? maxBodyBytes.events : maxBodyBytes.default;

/** Sets the body limit of every route; larger bodies are rejected with 413. */
export function applyBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = maxBodyBytesOf(route.url);
  });
}
