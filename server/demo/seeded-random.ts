// Local names, since every look-up of a global is slow in the contexts that Jest runs tests in, and visitor events and benchmarks draw millions of numbers.
const { cos, imul, log, PI, sqrt } = Math;

/** A seeded random number generator (mulberry32): the same seed gives the same numbers on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Uniformly distributed from 0 (inclusive) to 1 (exclusive). */
  nextFraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** An integer from 0 (inclusive) to `limit` (exclusive). */
  integerBelow(limit: number): number {
    return Math.floor(this.nextFraction() * limit);
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.integerBelow(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** A value by its share of 1; null for what the shares leave over. */
  pickWeighted<T>(shares: readonly (readonly [T, number])[]): T | null {
    let remaining = this.nextFraction();
    for (const [value, share] of shares) if ((remaining -= share) < 0) return value;
    return null;
  }

  withProbability(probability: number): boolean {
    return this.nextFraction() < probability;
  }

  /** Normally distributed with mean 0 and standard deviation 1 (Box-Muller). */
  normal(): number {
    return sqrt(-2 * log(1 - this.nextFraction())) * cos(2 * PI * this.nextFraction());
  }

  /** Log-normally distributed around `median`: most are small and a few are huge, like follower counts. */
  logNormal(median: number, spread: number): number {
    return Math.round(median * Math.exp(spread * this.normal()));
  }
}
