import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiErrorBody } from '#domain/site/contract';
import {
  Conflict,
  DomainError,
  Forbidden,
  InvalidCredentials,
  InvalidInput,
  NotFound,
  NotSignedIn,
  TooManyRequests,
  Unavailable,
} from '#domain/errors';

const statusByError: readonly (readonly [abstract new (...given: never[]) => DomainError, number])[] = [
  [InvalidInput, 400],
  [NotSignedIn, 401],
  [InvalidCredentials, 401],
  [Forbidden, 403],
  [NotFound, 404],
  [Conflict, 409],
  [TooManyRequests, 429],
  [Unavailable, 503],
];

const frameworkMessages: Readonly<Record<number, readonly [sentence: string, code: string]>> = {
  400: ['The request is malformed.', 'invalid_input'],
  404: ['There is nothing at this address.', 'not_found'],
  405: ['This address does not take that method.', 'method_not_allowed'],
  413: ['The request is too large.', 'too_large'],
  414: ['The address is too long.', 'too_large'],
  415: ['Only JSON is understood here.', 'unsupported_media_type'],
  429: ['Too many requests. Please wait a moment.', 'too_many'],
  431: ['The headers are too large.', 'too_large'],
  503: ['The service is not ready. Please try again in a moment.', 'not_ready'],
};

/** The status of a refusal by the product's rules. */
export const statusOf = (error: DomainError): number => statusByError.find(([kind]) => error instanceof kind)?.[1] ?? 422;

/** Postgres could not be reached, was too slow, is shutting down, or gave way to another transaction: nothing of ours is wrong, and trying again is right. */
const isTemporaryFailure = (error: unknown): boolean => {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    /^(08|40|53|57|55000|55P03|ECONN|ETIMEDOUT|EPIPE)/.test(String(code)) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(String(message))
  );
};

/** The only place that knows which refusal has which status; nothing internal leaves the house. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [status, body] = this.#toResponse(error, http.getRequest<FastifyRequest>());
    const reply = http.getResponse<FastifyReply>();
    if (error instanceof TooManyRequests) void reply.header('retry-after', String(error.retryAfterSeconds));
    else if (status === 503)
      void reply.header('retry-after', String((error instanceof Unavailable ? error.retryAfterSeconds : undefined) ?? 5));
    void reply.code(status).header('cache-control', 'no-store').send(body);
  }

  #toResponse(error: unknown, request: FastifyRequest): [number, ApiErrorBody] {
    if (error instanceof DomainError) {
      return [statusOf(error), { error: error.message, errors: error.details, code: error.code }];
    }
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: unknown }).statusCode;
    if (typeof status === 'number' && status >= 400 && status < 500) return [status, frameworkError(status)];
    if (isTemporaryFailure(error)) return [503, frameworkError(503)];
    this.#logger.error(
      `${request.id} ${request.method} ${request.url.split('?')[0]} ${error instanceof Error ? error.stack : String(error)}`,
    );
    const sentence = `Something went wrong on our side. Reference: ${request.id}`;
    return [500, { error: sentence, errors: [sentence], code: 'internal' }];
  }
}

/** What a request is told that never reached the product's rules. */
export function frameworkError(status: number): ApiErrorBody {
  const [sentence, code] = frameworkMessages[status] ?? frameworkMessages[400] ?? ['', ''];
  return { error: sentence, errors: [sentence], code };
}

/** What Fastify refuses before any route is found: an address that cannot be decoded, headers too large. */
export function sendFrameworkError(error: { readonly statusCode?: number }, _request: unknown, reply: FastifyReply): void {
  const status = error.statusCode ?? 400;
  void reply.code(status).header('cache-control', 'no-store').send(frameworkError(status));
}
