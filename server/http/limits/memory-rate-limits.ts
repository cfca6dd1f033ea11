import { Injectable, Inject } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { TooManyRequests } from '#domain/errors';
import { type Limit, RateLimits, recordByClientIp } from '#domain/limits';
import { isWithinLimit, secondsUntilAllowed, windowAt } from '#domain/rate-window';
import type { ClientIp } from '#domain/client-ip';
import { RATE_LIMIT_SETTINGS, type RateLimitSettings } from '#server/config/rate-limit-settings';

interface SubjectCounts {
  readonly windowIndex: number;
  readonly previous: number;
  current: number;
}

/** Beyond this number of subjects, the oldest are dropped. */
const MAX_TRACKED_SUBJECTS = 50_000;

/** The limit with its factor applied. */
const withFactor = ({ name, hits, seconds, hitsFactor = 1 }: Limit): Limit => ({ name, hits: hits * hitsFactor, seconds });

/** Rate limits of this process only, for frequent reads. */
@Injectable()
export class MemoryRateLimits extends RateLimits {
  readonly #subjects = new Map<string, SubjectCounts>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async record(limit: Limit, subject: string): Promise<void> {
    this.refuseIfKnownReached(limit, subject);
    this.#countsOf(limit, subject).counts.current++;
  }

  async isReached(limit: Limit, subject: string): Promise<boolean> {
    const { counts, elapsed } = this.#countsOf(limit, subject);
    return !isWithinLimit(counts, withFactor(limit), elapsed);
  }

  refuseIfKnownReached(requestedLimit: Limit, subject: string): void {
    const limit = withFactor(requestedLimit);
    const { counts, elapsed } = this.#countsOf(limit, subject);
    if (!isWithinLimit(counts, limit, elapsed)) throw new TooManyRequests(secondsUntilAllowed(counts, limit, elapsed));
  }

  #countsOf(limit: Limit, subject: string): { counts: SubjectCounts; elapsed: number } {
    const { index: windowIndex, elapsed } = windowAt(limit.seconds, this.clock.now());
    const key = `${limit.name} ${subject}`;
    const existing = this.#subjects.get(key);
    if (existing?.windowIndex === windowIndex) return { counts: existing, elapsed };
    const counts = { windowIndex, previous: existing?.windowIndex === windowIndex - 1 ? existing.current : 0, current: 0 };
    this.#subjects.delete(key);
    this.#subjects.set(key, counts);
    for (const oldest of this.#subjects.keys()) {
      if (this.#subjects.size <= MAX_TRACKED_SUBJECTS) break;
      this.#subjects.delete(oldest);
    }
    return { counts, elapsed };
  }
}

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
