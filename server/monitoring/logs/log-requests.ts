import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { logHash, type Secrets } from '#domain/secrets';
import { clientIpOf } from '#server/http/guards/client-ip';
import { servedRouteOf } from '#server/http/served-route';
import type { Log } from '#server/monitoring/logs/log';

/** The header of every response with the id of its request. */
const REQUEST_ID_HEADER = 'x-request-id';

/** What nginx calls a request whose client went away before the response. */
const CLIENT_GONE_STATUS = 499;

const MAX_REMEMBERED_HASHES = 10_000;

const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Gives every response its request's id, and logs each request in one line, without its query, its ids, and its IP address. */
export function logRequests(fastify: FastifyInstance, { records }: Log, secrets: Secrets): void {
  const requests = records.child({ part: 'http' });
  const hashes = new LRUCache<string, string>({
    max: MAX_REMEMBERED_HASHES,
    memoMethod: (address) => logHash(secrets, clientIpOf(address).key),
  });
  const log = (request: FastifyRequest, status: number, elapsedMs: number) => {
    const route = servedRouteOf(request).pattern ?? 'none';
    const level = status >= 500 ? 'warn' : probePaths.has(route) ? 'debug' : 'info';
    if (!requests.isLevelEnabled(level)) return;
    const ms = Math.round(elapsedMs * 10) / 10;
    requests[level]({ method: request.method, route, status, ms, id: request.id, network_hash: hashes.memo(request.ip) });
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    log(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    log(request, CLIENT_GONE_STATUS, 0);
    done();
  });
}
