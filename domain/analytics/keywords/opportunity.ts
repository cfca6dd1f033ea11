import { roundHalfAway } from '#domain/numbers';

/** A pin is fresh for this many days after its creation. */
export const FRESH_DAYS = 90;

/** How much momentum, demand, and fresh pins weigh in the opportunity of a keyword. */
const WEIGHTS = { momentum: 0.5, demand: 0.3, fresh: 0.2 } as const;

/** How strongly competition lowers the opportunity. */
const COMPETITION_EXPONENT = 1.5;

/** What the opportunity of a keyword is computed from. */
export interface OpportunityInputs {
  /** 0 to 100; null if unknown. */
  readonly momentum: number | null;
  readonly competition: number | null;
  /** 0 to 1; see `demandRanks`. */
  readonly demandRank: number | null;
  /** 0 to 1: the share of its pins with a known creation that were created in the last 90 days. */
  readonly fresh: number | null;
}

/** The opportunity of a keyword, 0 to 100. Null if momentum or competition is unknown; other unknown inputs count as 0. */
export function opportunityScore({ momentum, competition, demandRank, fresh }: OpportunityInputs): number | null {
  if (momentum === null || competition === null) return null;
  const promise = (WEIGHTS.momentum * momentum) / 100 + WEIGHTS.demand * (demandRank ?? 0) + WEIGHTS.fresh * (fresh ?? 0);
  return roundHalfAway(100 * promise * (1 - competition / 100) ** COMPETITION_EXPONENT, 1);
}

/** The share of the other keywords with fewer saves per pin, 0 to 1, for each keyword; null for one with unknown saves. */
export function demandRanks(savesPerPin: readonly (number | null)[]): (number | null)[] {
  const known = savesPerPin.filter((saves) => saves !== null).toSorted((a, b) => a - b);
  const lowerCounts = new Map<number, number>();
  for (const [index, saves] of known.entries()) if (!lowerCounts.has(saves)) lowerCounts.set(saves, index);
  const others = Math.max(1, known.length - 1);
  return savesPerPin.map((saves) => (saves === null ? null : lowerCounts.get(saves)! / others));
}
