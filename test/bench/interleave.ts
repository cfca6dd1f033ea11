/** One side of a comparison; `round` lets it vary its requests. */
export interface Side {
  /** Runs before `run` and is not measured. */
  prepare?(): Promise<unknown>;
  run(round: number): Promise<unknown>;
}

/**
 * Runs the sides in turn, A B A B …, and every other round in the opposite order, so that the machine's drift affects all of them.
 * Returns each side's milliseconds, round by round, without the warm-up rounds.
 */
export async function interleave(sides: readonly Side[], rounds: number, warmUpRounds = 3): Promise<number[][]> {
  const durations: number[][] = sides.map(() => []);
  const ordered = sides.map((side, place) => ({ side, place }));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { side, place } of round % 2 === 0 ? ordered : ordered.toReversed()) {
      await side.prepare?.();
      const startedAt = performance.now();
      await side.run(round + warmUpRounds);
      if (round >= 0) durations[place]?.push(performance.now() - startedAt);
    }
  }
  return durations;
}
