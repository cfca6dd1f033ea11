import { medianOf, roundHalfAway } from '#domain/numbers';

/** How many of a keyword's most saved pins its competition is computed from. */
export const COMPETITION_PINS = 10;

export const competitionLevels = ['open', 'contested', 'locked'] as const;
type CompetitionLevel = (typeof competitionLevels)[number];

/** The names of the levels on screen. */
export const competitionNames = { open: 'Open', contested: 'Contested', locked: 'Locked' } as const satisfies Record<
  CompetitionLevel,
  string
>;

/** From these scores on, a keyword is contested, and locked. */
export const MIN_CONTESTED_SCORE = 50;
export const MIN_LOCKED_SCORE = 75;

/** The power of ten of the median saves that score 100. */
const FULL_SCORE_EXPONENT = 4;

/** The competition of a keyword, 0 to 100, from the saves of its most saved pins: 25 at a median of 10, 50 at 100, 75 at 1,000. Null without any. */
export function competitionScore(topSaves: readonly number[]): number | null {
  const median = medianOf(topSaves.toSorted((a, b) => b - a).slice(0, COMPETITION_PINS));
  return median === null ? null : roundHalfAway(100 * Math.min(1, Math.log10(1 + median) / FULL_SCORE_EXPONENT), 1);
}

/** Returns the level of a competition score. */
export const competitionLevel = (score: number): CompetitionLevel =>
  score < MIN_CONTESTED_SCORE ? 'open' : score < MIN_LOCKED_SCORE ? 'contested' : 'locked';
