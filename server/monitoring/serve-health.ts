import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { Unavailable } from '#domain/errors';
import type { Config } from '#server/config/config';
import { timedCache } from '#server/cache/timed-cache';
import { Postgres } from '#server/database/postgres';
import { CachedFigures } from '#server/monitoring/cached-figures';
import { isOutOfDate, newestReadingOf, type SiteFigures } from '#domain/operations/site-figures';

const toIso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;

/**
 * The body of `/readyz`: whether an instance can serve requests, why not, and what an operator should look at although it can. The ages of
 * data, emails, and backups are reported, and never a reason to send visitors elsewhere. `figures` are null while they cannot be read.
 */
function readinessOf(
  { isStopping, isReachable }: { readonly isStopping: boolean; readonly isReachable: boolean },
  figures: SiteFigures | null,
  isDataOld: boolean,
) {
  const faults = { stopping: isStopping, 'database unreachable': !isReachable, 'schema older': figures?.schema === 'older' };
  const isReady = !Object.values(faults).includes(true);
  const newestBackup = figures?.backups?.newest;
  return {
    status: isReady ? 'ready' : 'not ready',
    reasons: Object.entries({ ...faults, 'data out of date': isDataOld }).flatMap(([reason, applies]) => (applies ? [reason] : [])),
    schema: figures?.schema ?? null,
    newest_reading_at: toIso(figures && newestReadingOf(figures)),
    oldest_unsent_email_at: toIso(figures?.oldestUnsentAt),
    newest_backup_at: toIso(newestBackup?.createdAt),
    newest_backup_bytes: newestBackup?.bytes ?? null,
  };
}

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
 * ready, so that a load balancer sends requests elsewhere; `STOP_DELAY` later it stops listening, when its open requests have finished.
 */
export function serveHealth(
  fastify: FastifyInstance,
  app: INestApplicationContext,
  { STOP_DELAY, DATA_ALARM_DAYS }: Pick<Config, 'STOP_DELAY' | 'DATA_ALARM_DAYS'>,
): void {
  const [postgres, figures, clock] = [app.get(Postgres), app.get(CachedFigures, { strict: false }), app.get(Clock)];
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
    // Fastify closes the connections of later requests only.
    for (const response of openResponses) if (!response.headersSent) response.setHeader('connection', 'close');
    await setTimeout(STOP_DELAY * SECOND_MS);
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
    const known = isReachable && !isStopping ? await figures.readIfReachable() : null;
    const isDataOld = known !== null && isOutOfDate(known, DATA_ALARM_DAYS, clock.now());
    const readiness = readinessOf({ isStopping, isReachable }, known, isDataOld);
    return readiness.status === 'ready' ? readiness : reply.code(503).header('retry-after', '5').send(readiness);
  });
}

/** `Unavailable` means that our connection queue is full; overload is no reason to move all traffic to the other instances. */
const isDatabaseReachable = (postgres: Postgres): Promise<boolean> =>
  postgres.pool.query('select 1').then(
    () => true,
    (error: unknown) => error instanceof Unavailable,
  );
