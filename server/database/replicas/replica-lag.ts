/** How many positions are remembered: beyond that the oldest one alone says how far behind a replica is. */
const MAX_POSITIONS = 1_000;

interface Sample {
  readonly position: number;
  readonly atMs: number;
}

/**
 * How far a replica is behind its primary, in time. The replica's own clock of the last transaction would grow while nothing is written,
 * so this compares positions in the log (WAL): a replica is as late as the oldest position of the primary that it has not replayed.
 */
export class ReplicaLag {
  readonly #missing: Sample[] = [];
  #newestPosition: number | null = null;

  /**
   * Records where both are; the primary is null if it could not be asked. Returns the lag, and whether the replica has replayed what the
   * primary had at the previous call, or has now at the first one.
   */
  observe(primary: number | null, replica: number, nowMs: number): { readonly lagMs: number; readonly isCaughtUp: boolean } {
    const target = this.#newestPosition ?? primary;
    if (primary !== null && primary > (this.#newestPosition ?? -1)) {
      this.#newestPosition = primary;
      if (this.#missing.length < MAX_POSITIONS) this.#missing.push({ position: primary, atMs: nowMs });
    }
    while (this.#missing[0] && this.#missing[0].position <= replica) this.#missing.shift();
    const [oldest] = this.#missing;
    return { lagMs: oldest ? nowMs - oldest.atMs : 0, isCaughtUp: target !== null && replica >= target };
  }
}
