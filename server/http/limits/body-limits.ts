import type { FastifyInstance } from 'fastify';

/** Bytes a request's body may have: what people send is small, what payment providers report is larger. */
export const maxBodyBytes = { default: 16 * 1024, events: 4 * 1024, webhooks: 64 * 1024 } as const;

const maxBodyBytesOf = (url: string): number =>
  url.startsWith('/api/webhooks/') ? maxBodyBytes.webhooks : url === '/api/events' ? maxBodyBytes.events : maxBodyBytes.default;

/** Gives every route its own limit; beyond it the answer is 413. */
export function applyBodyLimits(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = maxBodyBytesOf(route.url);
  });
}
