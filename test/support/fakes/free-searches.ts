import type { Day } from '#domain/days';
import { FreeSearches } from '#domain/subscriptions/free-searches/free-searches';

/** Counts searches in memory. */
export class FakeFreeSearches extends FreeSearches {
  readonly #counted = new Map<string, Set<string>>();

  async count(userId: string, day: Day, searchHash: string, limit: number): Promise<number | null> {
    const counted = this.#of(userId, day);
    if (!counted.has(searchHash) && counted.size >= limit) return null;
    this.#counted.set(`${userId} ${day}`, counted.add(searchHash));
    return counted.size;
  }

  async findCount(userId: string, day: Day): Promise<number> {
    return this.#of(userId, day).size;
  }

  readonly #of = (userId: string, day: Day): Set<string> => this.#counted.get(`${userId} ${day}`) ?? new Set();
}
