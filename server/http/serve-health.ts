import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { timedCache } from '#server/cache/timed-cache';
import type { Postgres } from '#server/database/postgres';

/** How long open requests may take to finish when the server stops. */
const DRAIN_TIMEOUT_MS = 10 * SECOND_MS;

/** How old the result of `/readyz` may be. */
const READINESS_TTL_MS = SECOND_MS;

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (it can serve requests, and its database is reachable). A stopping server is not
 * ready, so that a load balancer sends requests elsewhere, and stops listening when its open requests have finished.
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
  // No flood of requests becomes one of queries.
  const checkDatabase = timedCache(READINESS_TTL_MS, async () => ({ isReachable: await isDatabaseReachable(postgres) }));
  fastify.get('/readyz', async (_, reply) => {
    const isReady = !isStopping && (await checkDatabase('database')).isReachable;
    return isReady ? { status: 'ready' } : reply.code(503).header('retry-after', '5').send({ status: 'not ready' });
  });
}

/** `Unavailable` means that our connection queue is full; overload is no reason to move all traffic to the other instances. */
const isDatabaseReachable = (postgres: Postgres): Promise<boolean> =>
  postgres.pool.query('select 1').then(
    () => true,
    (error: unknown) => error instanceof Unavailable,
  );
