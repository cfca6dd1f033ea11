import { Inject, Injectable } from '@nestjs/common';
import type { ClientIp } from '#domain/client-ip';
import { type Limit, recordByClientIp } from '#domain/limits';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';

/** Limits of a client IP and its wider networks that are counted in the memory of this process: they cost no query. */
@Injectable()
export class ClientIpLimits {
  constructor(
    private readonly memoryLimits: MemoryRateLimits,
    @Inject(RATE_LIMIT_SETTINGS) private readonly limitSettings: RateLimitSettings,
  ) {}

  /** Records an attempt; throws `TooManyRequests` when it exceeds the limit. */
  async record(limit: Limit, clientIp: ClientIp): Promise<void> {
    const effectiveLimit = this.limitSettings.effectiveLimit(limit);
    if (effectiveLimit) await recordByClientIp(this.memoryLimits, effectiveLimit, clientIp);
  }

  /** Records an attempt of anyone; throws `TooManyRequests` when all together exceed the limit. */
  async recordInTotal(limit: Limit): Promise<void> {
    const effectiveLimit = this.limitSettings.effectiveLimit(limit);
    if (effectiveLimit) await this.memoryLimits.record(effectiveLimit, 'all');
  }
}
