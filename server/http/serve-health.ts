import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Unavailable } from '#domain/errors';
import type { Postgres } from '#server/database/postgres';

/** Milliseconds that requests under way get to end when the server is asked to stop. */
const DRAIN_TIMEOUT_MS = 10_000;

/**
 * `/healthz`: the process lives. `/readyz`: it can answer, its database too. Asked to stop, it is not ready from that moment, so that
 * requests are sent elsewhere; it stops listening when those under way have ended.
 */
export function serveHealth(fastify: FastifyInstance, postgres: Postgres): void {
  let isStopping = false;
  const openResponses = new Set<ServerResponse>();
  fastify.server.on('request', (_, response: ServerResponse) => {
    openResponses.add(response);
    response.once('close', () => openResponses.delete(response));
  });
  fastify.addHook('preClose', async () => {
    isStopping = true;
    const remaining = [...openResponses];
    const closed = remaining.map((response) => new Promise((resolve) => response.once('close', resolve)));
    await Promise.race([Promise.all(closed), setTimeout(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    for (const response of remaining) response.destroy();
  });
  fastify.get('/healthz', () => ({ status: 'ok' }));
  fastify.get('/readyz', async (_, reply) => {
    const isReady = !isStopping && (await isDatabaseReachable(postgres));
    return isReady ? { status: 'ready' } : reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
  });
}

/** A crowd is no reason to send everybody elsewhere, where it would be a crowd too. */
const isDatabaseReachable = (postgres: Postgres): Promise<boolean> =>
  postgres.pool.query('select 1').then(
    () => true,
    (error: unknown) => error instanceof Unavailable,
  );
