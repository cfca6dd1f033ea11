import { MIN_CONTESTED_SCORE } from '#domain/keywords/competition';
import { roundHalfAway } from '#domain/numbers';

/** How much momentum and demand weigh in the opportunity of a keyword. */
const OPPORTUNITY_WEIGHTS = { momentum: 0.5, demand: 0.5 } as const;

/** What the opportunity of a keyword is computed from. */
interface OpportunityInputs {
  /** 0 to 1; see `percentilesOf`. Null if momentum is unknown. */
  readonly momentumRank: number | null;
  /** 0 to 1: the same of saves per pin. Null if saves are unknown. */
  readonly demandRank: number | null;
  readonly competition: number | null;
}

/** How much room a keyword leaves to new pins, 0 to 1: all while it is open, half where it becomes locked, none at a competition of 100. */
const roomFor = (competition: number): number => Math.min(1, (100 - competition) / (100 - MIN_CONTESTED_SCORE));

/** The opportunity of a keyword, 0 to 100: what rises and is saved, where new pins have room. Null if momentum or saves are unknown. */
export function opportunityScore({ momentumRank, demandRank, competition }: OpportunityInputs): number | null {
  if (momentumRank === null || demandRank === null || competition === null) return null;
  const { momentum, demand } = OPPORTUNITY_WEIGHTS;
  return roundHalfAway(100 * (momentum * momentumRank + demand * demandRank) * roomFor(competition), 1);
}

/** The percentile of each value among the known ones, 0 to 1: the share of the others below it, where an equal one counts half; null for an unknown one. */
export function percentilesOf(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const middles = new Map<number, number>();
  for (let first = 0, end = 0; first < known.length; first = end) {
    while (known[end] === known[first]) end++;
    middles.set(known[first]!, (first + end - 1) / 2);
  }
  const others = Math.max(1, known.length - 1);
  return values.map((value) => (value === null ? null : middles.get(value)! / others));
}
