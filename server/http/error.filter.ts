import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidCredentials,
  InvalidInput,
  NotFound,
  NotSignedIn,
  PremiumRequired,
  TooManyRequests,
  Unavailable,
} from '#domain/errors';
import type { Endpoint } from '#domain/endpoint';
import type { ApiErrorBody } from '#domain/site/contract';
import { isTemporaryFailure, isTooSlow, refusesWrites } from '#server/database/temporary-failure';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { methodsOf, pathOf, servedRouteOf } from '#server/http/served-route';

/** The statuses of input that is rejected before anything is done with it. */
const REJECTED_INPUT_STATUSES: ReadonlySet<number> = new Set([400, 413, 414, 415]);

const statusByError: readonly (readonly [abstract new (...args: never[]) => DomainError, number])[] = [
  [InvalidInput, 400],
  [NotSignedIn, 401],
  [InvalidCredentials, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [Conflict, 409],
  [TooManyRequests, 429],
  [Unavailable, 503],
];

const malformed = ['The request is malformed.', 'invalid_input'] as const;
const noFile = ['Send the file itself, with the content type application/octet-stream.', 'unsupported_media_type'] as const;
const frameworkMessages: Readonly<Record<number, readonly [message: string, code: string]>> = {
  404: [new NotFound().message, 'not_found'],
  405: ['Method not allowed.', 'method_not_allowed'],
  408: ['The request took too long to arrive.', 'timeout'],
  413: ['The request is too large.', 'too_large'],
  414: ['The URL is too long.', 'too_large'],
  415: ['Send JSON.', 'unsupported_media_type'],
  421: ['This server does not answer to this host name.', 'wrong_host'],
  429: ['Too many requests. Please wait a moment.', 'too_many'],
  431: ['The headers are too large.', 'too_large'],
  503: ["We're restarting. Please try again in a moment.", 'not_ready'],
};

/** The status code of a domain error. */
export const statusOf = (error: DomainError): number => statusByError.find(([type]) => error instanceof type)?.[1] ?? 422;

/** The body of an error response with one message. */
export const errorBody = (message: string, code: string): ApiErrorBody => ({ error: message, errors: [message], code });

/** The body of an error response that the framework raises before our own code runs. */
export const frameworkError = (status: number, { isUpload }: Partial<Pick<Endpoint, 'isUpload'>> = {}): ApiErrorBody =>
  errorBody(...(isUpload && status === 415 ? noFile : (frameworkMessages[status] ?? malformed)));

/** The body of the response to a request that did not end within its time. */
export const tookTooLong = errorBody('This took too long. Please try again in a moment.', 'not_ready');

/** Whether a row was not stored because its user is gone: a request of someone whose account was deleted after the request had begun. */
const isUserGone = (error: unknown): boolean => {
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return code === '23503' && String(constraint).endsWith('_user_id_fkey');
};

/** Maps every error to a status and a response body; internal details stay in the log, and rejected input is in that of security events. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('http');

  constructor(private readonly refusalLog: RefusalLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Responds to an error, also of a route that the framework of the API does not know. */
  respond(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    // The deadline has expired and was answered.
    if (reply.sent) return;
    const [status, body] = this.#toResponse(error, request);
    this.#recordRefusal(error, status, request);
    if (error instanceof DomainError) void reply.headers({ ...error.headers });
    else if (status === 503) void reply.header('retry-after', '5');
    void reply.code(status).header('cache-control', 'no-store').send(body);
  }

  /** Not the refusals of guards, nor those of signed calls by other programs: both are recorded where they happen. */
  #recordRefusal(error: unknown, status: number, request: FastifyRequest): void {
    const { name: detail, endpoint } = servedRouteOf(request);
    if (endpoint?.access === 'outside') return;
    const isPremium = error instanceof PremiumRequired;
    if (!isPremium && !REJECTED_INPUT_STATUSES.has(status)) return;
    const { user } = (request as Partial<IdentifiedRequest>).identity ?? {};
    const event = isPremium ? 'access-refused' : 'input-rejected';
    this.refusalLog.record({ event, detail, clientIp: clientIpOf(request.ip), user_id: user?.id ?? null });
  }

  #toResponse(raised: unknown, request: FastifyRequest): [number, ApiErrorBody] {
    const isOfSignedIn = servedRouteOf(request).endpoint?.access === 'signed-in';
    const error = isOfSignedIn && isUserGone(raised) ? new NotSignedIn() : raised;
    if (error instanceof DomainError) {
      return [statusOf(error), { error: error.message, errors: error.details, code: error.code, ...error.fields }];
    }
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown }).statusCode;
    if (typeof status === 'number' && status >= 400 && status < 500)
      return [status, frameworkError(status, servedRouteOf(request).endpoint)];
    if (refusesWrites(error)) return [503, errorBody("We can't save anything at the moment. Please try again later.", 'not_ready')];
    if (isTooSlow(error)) return [503, tookTooLong];
    if (isTemporaryFailure(error)) return [503, frameworkError(503)];
    const { method, id } = request;
    const stack = error instanceof Error ? { stack: error.stack } : {};
    this.#logger.error({ msg: `${method} ${servedRouteOf(request).pattern ?? ''} failed: ${String(error)}`, id, ...stack });
    return [500, errorBody(`Something went wrong on our side. Reference: ${request.id}`, 'internal')];
  }
}

/** Has every route that is added from now on respond to errors as the API does. */
export function handleRouteErrors(fastify: FastifyInstance, refusalLog: RefusalLog): void {
  const filter = new ErrorFilter(refusalLog);
  fastify.addHook('onRoute', (route) => void (route.errorHandler ??= (error, request, reply) => filter.respond(error, request, reply)));
}

/** Responds to errors that Fastify raises before routing, such as a malformed URL or oversized headers. */
export function sendFrameworkError(error: { readonly statusCode?: number }, reply: FastifyReply): void {
  const status = error.statusCode ?? 400;
  void reply.code(status).header('cache-control', 'no-store').send(frameworkError(status));
}

/** Responds to a path of the API with a method that it does not have: it exists, so that 404 would mislead. */
export function refuseOtherMethods(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // Pages and files are not looked for among the paths of the API.
    if (!request.url.startsWith('/api/') || servedRouteOf(request).endpoint) return done();
    const methods = methodsOf(pathOf(request));
    if (methods.length === 0 || methods.includes(request.method)) return done();
    sendFrameworkError({ statusCode: 405 }, reply.header('allow', methods.join(', ')));
  });
}
