import { Logger } from '@nestjs/common';
import type { z } from 'zod';
import { PROVIDER_TIMEOUT_MS } from '#domain/endpoint';
import { PlatformUnavailable } from '#domain/linked-accounts/errors';
import { cappedFetch, type CappedResponse } from '#server/http/capped-fetch';
import { parseError } from '#server/linked-accounts/pinterest/contract';

/** Where Pinterest's API answers, and how requests get there. */
export interface PinterestConnection {
  readonly apiUrl: string;
  /** Replaces the network where the sandbox answers. */
  readonly send?: typeof fetch;
  readonly timeoutMs?: number;
}

/** Pinterest's code for a call that the app may not make; it comes with 403, and also with 401, which means a dead token otherwise. */
const NOT_PERMITTED_CODE = 29;
export const isNotPermitted = ({ json }: Pick<CappedResponse, 'json'>): boolean => parseError(json).code === NOT_PERMITTED_CODE;

const MAX_RETRY_AFTER_SECONDS = 3_600;
const DEFAULT_RETRY_AFTER_SECONDS = 60;

/** Calls Pinterest's API v5 and turns failures into errors that say what happened. Neither requests nor answers are ever logged. */
export class PinterestApi {
  readonly #logger = new Logger('pinterest');

  constructor(private readonly connection: PinterestConnection) {}

  /** Sends a request; throws `PlatformUnavailable` when no response comes. `label` names the call in the log. */
  async call(label: string, request: RequestInit, path = label): Promise<CappedResponse> {
    const { apiUrl, send, timeoutMs = PROVIDER_TIMEOUT_MS } = this.connection;
    try {
      return await cappedFetch(`${apiUrl.replace(/\/$/, '')}/${path}`, request, timeoutMs, send);
    } catch (error) {
      this.#logger.warn(`${label}: no response (${failureReason(error)})`);
      throw new PlatformUnavailable('unreachable');
    }
  }

  /** The content of a response; throws `PlatformUnavailable` unless its status is 200 and it is as documented, and logs why. */
  contentOf<T>(label: string, response: CappedResponse, schema: z.ZodType<T>, fault = 'is not as documented'): T {
    if (response.status !== 200) throw this.#failureOf(label, response);
    const { success, data } = schema.safeParse(response.json);
    if (!success) throw this.unexpected(label, fault);
    return data;
  }

  #failureOf(label: string, response: CappedResponse): PlatformUnavailable {
    this.logFailure(label, response);
    if (response.status === 403 || isNotPermitted(response)) return new PlatformUnavailable('refused');
    if (response.status !== 429) return new PlatformUnavailable('unreachable');
    // Pinterest's name for a block that waiting a minute does not end.
    const isSpamBlock = /spam/i.test(parseError(response.json).message ?? '');
    return new PlatformUnavailable('limited', isSpamBlock ? MAX_RETRY_AFTER_SECONDS : retryAfterSeconds(response.headers));
  }

  logFailure(label: string, { status, headers, json }: CappedResponse): void {
    const pinterestRequestId = /^[\w-]{1,64}$/.exec(headers.get('x-pinterest-rid') ?? '')?.[0] ?? 'none';
    this.#logger.warn(`${label}: ${status}, code ${parseError(json).code ?? 'none'}, rid ${pinterestRequestId}`);
  }

  /** The error for a response with status 200 that is not what Pinterest documents. */
  unexpected(label: string, why: string): PlatformUnavailable {
    this.#logger.warn(`${label}: the response ${why}`);
    return new PlatformUnavailable('unexpected');
  }
}

/** The reason of a failed call as a system error code or a fixed text, so that it cannot contain secrets. */
function failureReason(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : name === 'TimeoutError' ? 'timeout' : 'broken or too large';
}

function retryAfterSeconds(headers: Headers): number {
  const header = headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '';
  return /^\d{1,9}$/.test(header) ? Math.min(Math.max(Number(header), 1), MAX_RETRY_AFTER_SECONDS) : DEFAULT_RETRY_AFTER_SECONDS;
}
