import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooManyRequests } from '#domain/errors';
import { otherLimits } from '#domain/limits';
import { errorBody } from '#server/http/error.filter';
import { clientIpOf } from '#server/http/guards/client-ip';
import { delayRefusal } from '#server/http/limits/delay-refusal';
import type { ClientIpLimits } from '#server/http/limits/client-ip-limits';
import type { RefusalLog } from '#server/http/limits/refusal-log';

const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Calls of the API, probes, and sitemaps. Payment notices are counted by whether their signature is genuine. */
const isLimited = ({ routeOptions: { url = '' } }: FastifyRequest): boolean =>
  probePaths.has(url) || url.startsWith('/sitemap') || (url.startsWith('/api/') && !url.startsWith('/api/webhooks/'));

/** Limits the requests of each client IP before anything asks the database for them. */
export function limitFloods(fastify: FastifyInstance, limits: ClientIpLimits, refusalLog: RefusalLog): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isLimited(request)) return;
    const clientIp = clientIpOf(request.ip);
    try {
      await limits.record(otherLimits.requests, clientIp);
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      refusalLog.record({ event: 'limit-hit', detail: otherLimits.requests.name, clientIp });
      await delayRefusal();
      const headers = { 'retry-after': String(error.retryAfterSeconds), 'cache-control': 'no-store' };
      await reply.code(429).headers(headers).send(errorBody(error.message, error.code));
    }
  });
}
