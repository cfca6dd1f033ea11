import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { TooManyRequests } from '#domain/errors';
import { isWithinLimit, type Limit, RateLimits, secondsUntilAllowed, windowAt } from '#domain/limits';

interface WindowCounts {
  readonly slot: number;
  before: number;
  now: number;
}

/** So many subjects are remembered; beyond it, the ones noted first are forgotten. */
const MAX_TRACKED_SUBJECTS = 50_000;

/** Limits of this process alone, for what is read too often to write about. */
@Injectable()
export class MemoryRateLimits extends RateLimits {
  readonly #windows = new Map<string, WindowCounts>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async record(limit: Limit, subject: string): Promise<void> {
    const { counts, share } = this.#windowOf(limit, subject);
    if (!isWithinLimit(counts, limit, share)) throw new TooManyRequests(secondsUntilAllowed(counts, limit, share));
    counts.now++;
  }

  async isReached(limit: Limit, subject: string): Promise<boolean> {
    const { counts, share } = this.#windowOf(limit, subject);
    return !isWithinLimit(counts, limit, share);
  }

  #windowOf(limit: Limit, subject: string): { counts: WindowCounts; share: number } {
    const { slot, share } = windowAt(limit.seconds, this.clock.now());
    const key = `${limit.name} ${subject}`;
    const existing = this.#windows.get(key);
    if (existing?.slot === slot) return { counts: existing, share };
    const counts = { slot, before: existing?.slot === slot - 1 ? existing.now : 0, now: 0 };
    this.#windows.delete(key);
    this.#windows.set(key, counts);
    for (const oldest of this.#windows.keys()) {
      if (this.#windows.size <= MAX_TRACKED_SUBJECTS) break;
      this.#windows.delete(oldest);
    }
    return { counts, share };
  }
}
