import { type CanActivate, type ExecutionContext, Inject, Injectable, Logger } from '@nestjs/common';
import { endpoints } from '#domain/api';
import { SecurityLog } from '#domain/auth/security-log';
import { TooManyRequests } from '#domain/errors';
import { type EndpointLimit, RateLimits } from '#domain/limits';
import { endpointNameOf, type IdentifiedRequest } from '#server/http/guards/access.guard';
import { clientIpOf } from '#server/http/guards/client-ip';
import { visitorIdOf } from '#server/http/guards/visitor-id';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/http/limits/rate-limit-settings';

/**
 * Enforces the rate limits of the endpoint before anything else is done for a request. When the shared counts cannot be reached, reads are
 * allowed and everything else fails.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  readonly #logger = new Logger('limits');

  constructor(
    private readonly sharedLimits: RateLimits,
    private readonly localLimits: MemoryRateLimits,
    private readonly securityLog: SecurityLog,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const endpoint = endpoints.get(endpointNameOf(request.method, request.routeOptions.url));
    for (const limit of endpoint?.limits ?? []) {
      try {
        await this.#count(limit, request);
      } catch (error) {
        if (error instanceof TooManyRequests) {
          this.securityLog.record({
            event: 'limit-hit',
            detail: limit.name,
            clientIp: clientIpOf(request.ip),
            user_id: request.identity.session?.user_id ?? null,
          });
          throw error;
        }
        if (request.method !== 'GET' && request.method !== 'HEAD') throw error;
        this.#logger.warn(`not counted: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return true;
  }

  async #count(requestedLimit: EndpointLimit, request: IdentifiedRequest): Promise<void> {
    if (!requestedLimit.inMemory) return this.sharedLimits.record(requestedLimit, rateLimitSubject(requestedLimit, request));
    const limit = this.limitSettings.effectiveLimit(requestedLimit);
    if (!limit) return;
    const hits = (request.identity.user && limit.signedInHits) || limit.hits;
    return this.localLimits.record({ ...limit, hits }, request.identity.user?.id ?? rateLimitSubject(limit, request));
  }
}

function rateLimitSubject({ scope }: EndpointLimit, request: IdentifiedRequest): string {
  const clientIp = clientIpOf(request.ip);
  if (scope === 'all') return 'all';
  if (scope === 'user') return request.identity.user?.id ?? clientIp;
  if (scope === 'session') return request.identity.user?.id ?? request.identity.session?.token_hash ?? clientIp;
  if (scope === 'visitor') return visitorIdOf(request) ?? clientIp;
  return clientIp;
}
