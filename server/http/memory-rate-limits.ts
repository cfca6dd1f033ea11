import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { TooMany } from '#domain/errors';
import { hasRoom, type Limit, RateLimits, secondsUntilRoom, slotAt } from '#domain/limits';

interface Slot {
  readonly slot: number;
  before: number;
  now: number;
}

/** So many subjects are remembered; beyond it, the ones noted first are forgotten. */
const MOST = 50_000;

/** Limits of this process alone, for what is read too often to write about. */
@Injectable()
export class MemoryRateLimits extends RateLimits {
  readonly #slots = new Map<string, Slot>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async hit(limit: Limit, subject: string): Promise<void> {
    const { counts, share } = this.#counts(limit, subject);
    if (!hasRoom(counts, limit, share)) throw new TooMany(secondsUntilRoom(counts, limit, share));
    counts.now++;
  }

  async isFull(limit: Limit, subject: string): Promise<boolean> {
    const { counts, share } = this.#counts(limit, subject);
    return !hasRoom(counts, limit, share);
  }

  #counts(limit: Limit, subject: string): { counts: Slot; share: number } {
    const { slot, share } = slotAt(limit.seconds, this.clock.now());
    const key = `${limit.name} ${subject}`;
    const kept = this.#slots.get(key);
    if (kept?.slot === slot) return { counts: kept, share };
    const counts = { slot, before: kept?.slot === slot - 1 ? kept.now : 0, now: 0 };
    this.#slots.delete(key);
    this.#slots.set(key, counts);
    for (const oldest of this.#slots.keys()) {
      if (this.#slots.size <= MOST) break;
      this.#slots.delete(oldest);
    }
    return { counts, share };
  }
}
