/** One of the things that are compared; `round` lets it vary what it asks for. */
export interface Side {
  run(round: number): Promise<unknown>;
}

/**
 * Runs the sides in turn, A B A B …, every other round in the opposite order, so that a drift of the machine meets all of them.
 * Answers the milliseconds of each side, round by round; warm-up rounds are not among them.
 */
export async function interleave(sides: readonly Side[], rounds: number, warmUpRounds = 3): Promise<number[][]> {
  const durations: number[][] = sides.map(() => []);
  const ordered = sides.map((side, place) => ({ side, place }));
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { side, place } of round % 2 === 0 ? ordered : ordered.toReversed()) {
      const startedAt = performance.now();
      await side.run(round + warmUpRounds);
      if (round >= 0) durations[place]?.push(performance.now() - startedAt);
    }
  }
  return durations;
}
