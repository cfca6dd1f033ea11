import type { FastifyInstance } from 'fastify';
import { errorBody } from '#server/http/error.filter';
import type { MaintenanceGate } from '#server/maintenance/maintenance-gate';

/** When clients should ask again. */
export const MAINTENANCE_RETRY_SECONDS = '3600';

/** Answers calls of the API with 503 during maintenance, except those that the gate lets through. */
export function refuseApiCalls(fastify: FastifyInstance, gate: MaintenanceGate): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') || !(await gate.isClosedTo(request))) return;
    const body = errorBody('The site is being rebuilt. Please come back later.', 'not_ready');
    await reply.code(503).headers({ 'retry-after': MAINTENANCE_RETRY_SECONDS, 'cache-control': 'no-store' }).send(body);
  });
}
