import { MIN_CONTESTED_SCORE } from '#domain/analytics/keywords/competition';
import { roundHalfAway } from '#domain/numbers';

/** How much momentum and demand weigh in the opportunity of a keyword. */
export const OPPORTUNITY_WEIGHTS = { momentum: 0.5, demand: 0.5 } as const;

/** What the opportunity of a keyword is computed from. */
export interface OpportunityInputs {
  /** 0 to 1; see `sharesBelow`. Null if momentum is unknown. */
  readonly momentumRank: number | null;
  /** 0 to 1: the same of saves per pin. Null if saves are unknown. */
  readonly demandRank: number | null;
  readonly competition: number | null;
}

/** How much room a keyword leaves to new pins, 0 to 1: all while it is open, half where it becomes locked, none at a competition of 100. */
export const roomFor = (competition: number): number => Math.min(1, (100 - competition) / (100 - MIN_CONTESTED_SCORE));

/** The opportunity of a keyword, 0 to 100: what rises and is saved, where new pins have room. Null if momentum or saves are unknown. */
export function opportunityScore({ momentumRank, demandRank, competition }: OpportunityInputs): number | null {
  if (momentumRank === null || demandRank === null || competition === null) return null;
  const { momentum, demand } = OPPORTUNITY_WEIGHTS;
  return roundHalfAway(100 * (momentum * momentumRank + demand * demandRank) * roomFor(competition), 1);
}

/** The share of the other known values below each value, 0 to 1; null for an unknown one. */
export function sharesBelow(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const lowerCounts = new Map<number, number>();
  for (const [index, value] of known.entries()) if (!lowerCounts.has(value)) lowerCounts.set(value, index);
  const others = Math.max(1, known.length - 1);
  return values.map((value) => (value === null ? null : lowerCounts.get(value)! / others));
}
