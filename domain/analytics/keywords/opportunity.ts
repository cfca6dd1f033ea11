import { roundHalfAway } from '#domain/numbers';

/** A pin is fresh for this many days after its creation. */
export const FRESH_DAYS = 90;

/** How much momentum, demand, and fresh pins weigh in the opportunity of a keyword. */
export const OPPORTUNITY_WEIGHTS = { momentum: 0.45, demand: 0.45, fresh: 0.1 } as const;

/** What the opportunity of a keyword is computed from. */
export interface OpportunityInputs {
  /** 0 to 1; see `sharesBelow`. Null if momentum is unknown. */
  readonly momentumRank: number | null;
  /** 0 to 1: the same of saves per pin. */
  readonly demandRank: number | null;
  /** 0 to 1: the share of its pins with a known creation that were created in the last 90 days. */
  readonly fresh: number | null;
  /** The median of the known saves of its pins, and of its ten most saved pins. */
  readonly savesPerPin: number | null;
  readonly topSavesPerPin: number | null;
}

/** How near a typical pin comes to the best ones, 0 to 1: by the orders of magnitude of their saves. 0 where even the best have no saves. */
export const openness = (savesPerPin: number, topSavesPerPin: number): number =>
  topSavesPerPin === 0 ? 0 : Math.min(1, Math.log10(1 + savesPerPin) / Math.log10(1 + topSavesPerPin));

/** The opportunity of a keyword, 0 to 100: what rises and is saved, where typical pins come near the best. Null if momentum or saves are unknown. */
export function opportunityScore({ momentumRank, demandRank, fresh, savesPerPin, topSavesPerPin }: OpportunityInputs): number | null {
  if (momentumRank === null || savesPerPin === null || topSavesPerPin === null) return null;
  const { momentum, demand, fresh: freshWeight } = OPPORTUNITY_WEIGHTS;
  const promise = momentum * momentumRank + demand * (demandRank ?? 0) + freshWeight * (fresh ?? 0);
  return roundHalfAway(100 * promise * openness(savesPerPin, topSavesPerPin), 1);
}

/** The share of the other known values below each value, 0 to 1; null for an unknown one. */
export function sharesBelow(values: readonly (number | null)[]): (number | null)[] {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const lowerCounts = new Map<number, number>();
  for (const [index, value] of known.entries()) if (!lowerCounts.has(value)) lowerCounts.set(value, index);
  const others = Math.max(1, known.length - 1);
  return values.map((value) => (value === null ? null : lowerCounts.get(value)! / others));
}
