import { type CanActivate, type ExecutionContext, Inject, Injectable, Logger } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import { TooMany } from '#domain/errors';
import { type EndpointLimit, endpointLimits, RateLimits, usualLimits } from '#domain/limits';
import { endpointOf, type KnownRequest } from '#server/http/access.guard';
import { LIMIT_SETTINGS, type LimitSettings } from '#server/http/limit-settings';
import { MemoryRateLimits } from '#server/http/memory-rate-limits';
import { networkOf } from '#server/http/network';
import { visitorOf } from '#server/http/visitor';

/**
 * Refuses what comes too often, before anything is done for it. When the shared counts cannot be reached, reading goes on and everything
 * else waits until they can.
 */
@Injectable()
export class LimitGuard implements CanActivate {
  readonly #logger = new Logger('limits');

  constructor(
    private readonly shared: RateLimits,
    private readonly here: MemoryRateLimits,
    private readonly log: SecurityLog,
    @Inject(LIMIT_SETTINGS) private readonly settings: LimitSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<KnownRequest>();
    const endpoint = endpointOf(request.method, request.routeOptions.url);
    const limits = Object.hasOwn(endpointLimits, endpoint) ? endpointLimits[endpoint] : undefined;
    for (const limit of limits ?? usualLimits) {
      try {
        await this.#hit(limit, request);
      } catch (error) {
        if (error instanceof TooMany) {
          this.log.note({
            event: 'limit-hit',
            what: limit.name,
            network: networkOf(request.ip),
            user_id: request.known.session?.user_id ?? null,
          });
          throw error;
        }
        if (request.method !== 'GET' && request.method !== 'HEAD') throw error;
        this.#logger.warn(`not counted: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return true;
  }

  async #hit(wanted: EndpointLimit, request: KnownRequest): Promise<void> {
    if (!wanted.here) return this.shared.hit(wanted, subjectOf(wanted, request));
    const limit = this.settings.holding(wanted);
    if (!limit) return;
    const hits = request.known.user && limit.signedIn ? limit.signedIn : limit.hits;
    return this.here.hit({ ...limit, hits }, request.known.user?.id ?? subjectOf(limit, request));
  }
}

function subjectOf({ by }: EndpointLimit, request: KnownRequest): string {
  const network = networkOf(request.ip);
  if (by === 'all') return 'all';
  if (by === 'user') return request.known.user?.id ?? network;
  if (by === 'session') return request.known.user?.id ?? request.known.session?.token_hash ?? network;
  if (by === 'visitor') return visitorOf(request) ?? network;
  return network;
}
