import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from '#domain/errors';
import { type Limit, otherLimits } from '#domain/limits';
import { errorBody } from '#server/http/error.filter';
import { clientIpOf } from '#server/http/guards/client-ip';
import { delayRefusal } from '#server/http/limits/delay-refusal';
import type { ClientIpLimits } from '#server/http/limits/client-ip-limits';
import type { RefusalLog } from '#server/http/limits/refusal-log';

const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** What a request counts for; null for assets, which are sent as they are, and for payment notices, which count by their signature. */
function limitOf({ routeOptions: { url = '' } }: FastifyRequest): Limit | null {
  if (url.startsWith('/assets/') || url.startsWith('/api/webhooks/')) return null;
  return probePaths.has(url) || url.startsWith('/sitemap') || url.startsWith('/api/') ? otherLimits.requests : otherLimits.pages;
}

/** Limits the requests of each client IP before anything asks the database for them. */
export function limitFloods(fastify: FastifyInstance, limits: ClientIpLimits, refusalLog: RefusalLog): void {
  fastify.addHook('onRequest', async (request, reply) => {
    const limit = limitOf(request);
    if (limit === null) return;
    const clientIp = clientIpOf(request.ip);
    try {
      await limits.record(limit, clientIp);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      refusalLog.record({ event: 'limit-hit', detail: limit.name, clientIp });
      await delayRefusal();
      await reply
        .code(429)
        .headers({ ...error.headers, 'cache-control': 'no-store' })
        .send(errorBody(error.message, error.code));
    }
  });
}
