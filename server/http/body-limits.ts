import type { FastifyInstance } from 'fastify';

/** Bytes a request's body may have: what people send is small, what payment providers report is larger. */
export const bodyLimits = { usual: 16 * 1024, events: 4 * 1024, webhooks: 64 * 1024 } as const;

const limitOf = (url: string): number =>
  url.startsWith('/api/webhooks/') ? bodyLimits.webhooks : url === '/api/events' ? bodyLimits.events : bodyLimits.usual;

/** Gives every route its own limit; beyond it the answer is 413. */
export function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = limitOf(route.url);
  });
}
