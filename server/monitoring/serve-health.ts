import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import { timedCache } from '#server/cache/timed-cache';
import type { Postgres } from '#server/database/postgres';
import type { CachedFigures } from '#server/monitoring/cached-figures';
import { readinessOf } from '#server/monitoring/readiness';

/** How long open requests may take to finish when the server stops. */
const DRAIN_TIMEOUT_MS = 10 * SECOND_MS;

/** How old the result of `/readyz` may be. */
const READINESS_TTL_MS = SECOND_MS;

/**
 * How long idle connections stay open when the server stops, in case a proxy has just picked one: their next response closes them.
 */
const IDLE_GRACE_MS = 1_500;

/** Resolves when all of these have closed, or when the time is over. */
async function closedWithin(milliseconds: number, open: readonly (Socket | ServerResponse)[]): Promise<void> {
  const closed = open.map((one) => new Promise((resolve) => one.once('close', resolve)));
  await Promise.race([Promise.all(closed), setTimeout(milliseconds, undefined, { ref: false })]);
}

/**
 * Serves `/healthz` (the process is alive) and `/readyz` (it can serve requests, and its database is reachable). A stopping server is not
 * ready, so that a load balancer sends requests elsewhere; `stopDelayMs` later it stops listening, when its open requests have finished.
 */
export function serveHealth(fastify: FastifyInstance, postgres: Postgres, figures: CachedFigures, stopDelayMs: number): void {
  let isStopping = false;
  const openResponses = new Set<ServerResponse>();
  fastify.server.on('request', (_, response: ServerResponse) => {
    openResponses.add(response);
    response.once('close', () => openResponses.delete(response));
  });
  const openSockets = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    openSockets.add(socket);
    socket.once('close', () => openSockets.delete(socket));
  });
  fastify.addHook('preClose', async () => {
    isStopping = true;
    await setTimeout(stopDelayMs);
    await closedWithin(IDLE_GRACE_MS, [...openSockets]);
    const remaining = [...openResponses];
    await closedWithin(DRAIN_TIMEOUT_MS, remaining);
    for (const response of remaining) response.destroy();
  });
  fastify.get('/healthz', () => ({ status: 'ok' }));
  // No flood of requests becomes one of queries.
  const checkDatabase = timedCache(READINESS_TTL_MS, async () => ({ isReachable: await isDatabaseReachable(postgres) }));
  fastify.get('/readyz', async (_, reply) => {
    const { isReachable } = isStopping ? { isReachable: true } : await checkDatabase('database');
    const readiness = readinessOf({ isStopping, isReachable }, isReachable && !isStopping ? await figures.readIfReachable() : null);
    return readiness.status === 'ready' ? readiness : reply.code(503).header('retry-after', '5').send(readiness);
  });
}

/** `Unavailable` means that our connection queue is full; overload is no reason to move all traffic to the other instances. */
const isDatabaseReachable = (postgres: Postgres): Promise<boolean> =>
  postgres.pool.query('select 1').then(
    () => true,
    (error: unknown) => error instanceof Unavailable,
  );
