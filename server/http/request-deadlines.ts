import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#domain/durations';
import { RequestDeadline } from '#server/database/request-deadline';
import { tookTooLong } from '#server/http/error.filter';
import { servedRouteOf } from '#server/http/served-route';

const RETRY_AFTER_SECONDS = '5';

function respondUnavailable(reply: FastifyReply): void {
  void reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_SECONDS }).send(tookTooLong);
}

/**
 * Gives each request its deadline, which counts from the whole request to the start of the response. When it expires, what the request does
 * in the database ends, and it gets a 503. `databaseDeadlineMs` is for endpoints whose record names none, and for everything else we serve.
 */
export function enforceDeadlines(fastify: FastifyInstance, databaseDeadlineMs: number): void {
  const deadlineMsOf = (request: FastifyRequest): number | null => {
    const deadlineMs = servedRouteOf(request).endpoint?.deadlineMs;
    return deadlineMs === undefined ? databaseDeadlineMs : deadlineMs;
  };
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  fastify.addHook('preHandler', (request, reply, done) => {
    const deadlineMs = deadlineMsOf(request);
    if (deadlineMs === null) return done();
    const deadline = new RequestDeadline();
    const timer = setTimeout(() => {
      deadline.expire();
      respondUnavailable(reply);
    }, deadlineMs);
    timers.set(request, timer);
    deadline.run(done);
  });
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    clearTimeout(timers.get(request));
    done();
  });
}

/** How long the body of a request may take to arrive. */
const BODY_TIMEOUT_MS = 30 * SECOND_MS;

/** Most requests have no body, and are spared the timer. */
const announcesBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Ends requests whose body takes too long to arrive, but for uploads; a sender that is silent for a minute is disconnected in any case. */
export function limitBodyTimes(fastify: FastifyInstance, timeoutMs = BODY_TIMEOUT_MS): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  fastify.addHook('preParsing', (request, _reply, _payload, done) => {
    if (announcesBody(request) && servedRouteOf(request).endpoint?.isUpload !== true) {
      const end = () => {
        const timeout = Object.assign(new Error('The body took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        fastify.server.emit('clientError', timeout, request.raw.socket);
      };
      timers.set(request, setTimeout(end, timeoutMs));
    }
    done();
  });
  for (const hook of ['preValidation', 'onResponse', 'onRequestAbort'] as const)
    fastify.addHook(hook, (request: FastifyRequest, ...rest: unknown[]) => {
      clearTimeout(timers.get(request));
      (rest.at(-1) as () => void)();
    });
}

/** Runs work whose result is cached for everyone: it goes on when the deadline of the request that began it expires. */
export const withoutDeadline = <T>(sharedWork: () => T): T => RequestDeadline.ignoreDuring(sharedWork);
