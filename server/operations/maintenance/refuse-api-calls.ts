import type { FastifyInstance } from 'fastify';
import { InMaintenance } from '#server/operations/maintenance/maintenance-mode';
import { errorBody } from '#server/http/error.filter';
import type { MaintenanceGate } from '#server/operations/maintenance/maintenance-gate';

/** When clients should ask again. */
export const MAINTENANCE_RETRY_SECONDS = '3600';

/** Answers calls of the API with 503 during maintenance, except those that the gate lets through. */
export function refuseApiCalls(fastify: FastifyInstance, gate: MaintenanceGate): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/') || !(await gate.isClosedTo(request))) return;
    const { message, code } = new InMaintenance();
    const body = errorBody(message, code);
    await reply.code(503).headers({ 'retry-after': MAINTENANCE_RETRY_SECONDS, 'cache-control': 'no-store' }).send(body);
  });
}
