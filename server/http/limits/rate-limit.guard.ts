import { type CanActivate, type ExecutionContext, Inject, Injectable, Logger } from '@nestjs/common';
import { DatabaseOutages } from '#domain/operations/database-outages';
import { TooManyRequests } from '#domain/errors';
import { RateLimits, recordByClientIp } from '#domain/limits';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { clientIpOf } from '#server/http/guards/client-ip';
import { VisitorCookie } from '#server/http/guards/cookies';
import { ClientIpLimits, MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { servedRouteOf } from '#server/http/served-route';
import type { EndpointLimit } from '#domain/endpoint';

/**
 * Enforces the rate limits of the endpoint before anything else is done for a request. When the shared counts cannot be reached, reads are
 * allowed and everything else fails.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  readonly #logger = new Logger('limits');

  constructor(
    private readonly sharedLimits: RateLimits,
    private readonly memoryLimits: MemoryRateLimits,
    private readonly clientIpLimits: ClientIpLimits,
    private readonly refusalLog: RefusalLog,
    private readonly visitorCookie: VisitorCookie,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
    private readonly outages: DatabaseOutages,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    for (const limit of servedRouteOf(request).endpoint?.limits ?? []) {
      if (limit.countedWhen) continue;
      try {
        await this.#count(limit, request);
      } catch (error) {
        if (error instanceof TooManyRequests) {
          this.refusalLog.record({
            event: 'limit-hit',
            detail: limit.name,
            clientIp: clientIpOf(request.ip),
            user_id: request.identity.session?.user_id ?? null,
          });
          throw error;
        }
        if (request.method !== 'GET' && request.method !== 'HEAD') throw error;
        void this.#logUncounted(error);
      }
    }
    return true;
  }

  async #logUncounted(error: unknown): Promise<void> {
    if (await this.outages.explains(error)) return;
    this.#logger.warn(`not counted: ${error instanceof Error ? error.message : String(error)}`);
  }

  async #count(limit: EndpointLimit, request: IdentifiedRequest): Promise<void> {
    const { user } = request.identity;
    const clientIp = clientIpOf(request.ip);
    const subject = user && limit.inMemory ? user.id : this.#subjectOf(limit, request);
    if (subject !== null)
      return limit.inMemory ? this.#countInMemory(limit, subject, user !== null) : this.sharedLimits.record(limit, subject);
    await (limit.inMemory ? this.clientIpLimits.record(limit, clientIp) : recordByClientIp(this.sharedLimits, limit, clientIp));
  }

  async #countInMemory(requestedLimit: EndpointLimit, subject: string, isSignedIn: boolean): Promise<void> {
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (limit) await this.memoryLimits.record({ ...limit, hits: (isSignedIn && limit.signedInHits) || limit.hits }, subject);
  }

  /** What the request counts for; null for its client IP. */
  #subjectOf({ scope }: EndpointLimit, request: IdentifiedRequest): string | null {
    const { user, session } = request.identity;
    if (scope === 'all') return 'all';
    if (scope === 'user') return user?.id ?? null;
    if (scope === 'session') return user?.id ?? session?.token_hash ?? null;
    return scope === 'visitor' ? this.visitorCookie.readId(request) : null;
  }
}
