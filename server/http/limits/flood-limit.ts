import { setTimeout } from 'node:timers/promises';
import { SECOND_MS } from '#domain/durations';
import type { FastifyInstance } from 'fastify';
import { TooManyRequests } from '#domain/errors';
import { type Limit, otherLimits, type RateLimits, refuseIfKnownReachedByClientIp } from '#domain/limits';
import { errorBody } from '#server/http/error.filter';
import { clientIpOf } from '#server/http/guards/client-ip';
import type { ClientIpLimits } from '#server/http/limits/memory-rate-limits';
import type { RefusalLog } from '#server/http/limits/refusal-log';
import { type ServedRoute, servedRouteOf } from '#server/http/served-route';

const REFUSAL_DELAY_MS = SECOND_MS;
/** Further refusals are sent at once. */
const MAX_DELAYED_REFUSALS = 2_000;

let delayedCount = 0;

/** Waits before the refusal of a flooding client is sent: a client that waits for each response then sends far fewer requests. */
export async function delayRefusal(): Promise<void> {
  if (delayedCount >= MAX_DELAYED_REFUSALS) return;
  delayedCount++;
  try {
    await setTimeout(REFUSAL_DELAY_MS, undefined, { ref: false });
  } finally {
    delayedCount--;
  }
}

const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** What a request counts for; null for assets, which are sent as they are, and for payment notices, which count by their signature. */
function limitOf({ pattern: url = '' }: ServedRoute): Limit | null {
  if (url.startsWith('/assets/') || url.startsWith('/api/webhooks/')) return null;
  if (url.startsWith('/sitemap')) return otherLimits.sitemaps;
  return probePaths.has(url) || url.startsWith('/api/') ? otherLimits.requests : otherLimits.pages;
}

/** What this process counts by itself, and what it knows of the counts that all instances share. */
interface FloodLimits {
  readonly own: ClientIpLimits;
  readonly shared: RateLimits;
}

/**
 * Limits the requests of each client IP before anything asks the database for them, the session of the browser included. A client that is
 * known to have reached a limit of the endpoint is refused here, too: a flood of sign-ins costs no query.
 */
export function limitFloods(fastify: FastifyInstance, { own, shared }: FloodLimits, refusalLog: RefusalLog): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const route = servedRouteOf(request);
    const limit = limitOf(route);
    if (limit === null) return;
    const clientIp = clientIpOf(request.ip);
    let counted: Limit = limit;
    try {
      await own.record(limit, clientIp);
      for (counted of route.sharedLimits) refuseIfKnownReachedByClientIp(shared, counted, clientIp);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      refusalLog.record({ event: 'limit-hit', detail: counted.name, clientIp });
      if (counted === limit) await delayRefusal();
      await reply
        .code(429)
        .headers({ ...error.headers, 'cache-control': 'no-store' })
        .send(errorBody(error.message, error.code));
    }
  });
}
