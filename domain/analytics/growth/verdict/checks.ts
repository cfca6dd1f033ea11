import type { GainSteps } from '#domain/analytics/growth/jump-share';
import {
  activeRule,
  ageRule,
  competitionRule,
  crowdedRule,
  growingRule,
  type JudgedRule,
  type LastActivity,
  ownerSizeRule,
  type DatedGrowth,
  reachRule,
  steadyRule,
  stillSavedRule,
} from '#domain/analytics/growth/verdict/rules';
import { GROWING_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import { checksText, countPassed } from '#domain/catalog/rows/checks';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** What the rules of an influencer look at. Details read it from an entity, a recompute from a row of numbers. */
export interface PinnerFacts extends DatedGrowth, LastActivity {
  /** Whether its source reports it as gone. */
  readonly isGone: boolean;
  /** How the growth of followers over 90 days came about. */
  readonly gain: Readonly<GainSteps>;
  /** The known pins with saves, and the median of these. */
  readonly knownPins: number;
  readonly medianSaves: number | null;
}

/** What the rules of a board look at. */
interface BoardFacts extends PinnerFacts {
  readonly weeklyPins: number | null;
  readonly collaborators: number | null;
}

/** What the rules of a pin look at. */
export interface PinFacts {
  readonly newSaves: number | null;
  /** Its saves, or its repins where a source counts only these. */
  readonly saves: number | null;
  readonly createdOn: Day | null;
  /** The searches that it was found in, how many of them are counted keywords, and the median competition of these. */
  readonly searches: number;
  readonly countedSearches: number;
  readonly competition: number | null;
  readonly ownerFollowers: number | null;
}

/**
 * The checks of a board on a day, in the order in which they are shown. One that is gone or not active is not
 * asked whether it is crowded.
 */
export function boardChecks(facts: BoardFacts, today: Day): JudgedRule[] {
  const { weeklyPins, percent, gain } = facts;
  const rules: JudgedRule[] = [];
  if (!facts.isGone) rules.push(activeRule('active', facts, weeklyPins, today));
  const isActive = rules[0] !== undefined && rules[0].mark !== 'warn';
  rules.push(growingRule(facts, GROWING_DAYS, today), steadyRule(gain, percent, GROWING_DAYS, today));
  rules.push(reachRule('reach', facts.knownPins, facts.medianSaves));
  if (isActive) rules.push(crowdedRule(weeklyPins, facts.collaborators));
  return rules;
}

/** The checks of an influencer on a day. One that is gone is not asked whether it posts. */
export function pinnerChecks(facts: PinnerFacts, today: Day): JudgedRule[] {
  const { percent, gain } = facts;
  return [
    ...(facts.isGone ? [] : [activeRule('posts', facts, null, today)]),
    growingRule(facts, GROWING_DAYS, today),
    steadyRule(gain, percent, GROWING_DAYS, today),
    reachRule('saves_per_pin', facts.knownPins, facts.medianSaves),
  ];
}

/** The checks of a pin on a day. */
export const pinChecks = (facts: PinFacts, today: Day): JudgedRule[] => [
  stillSavedRule(facts.newSaves),
  ageRule(facts.createdOn, today),
  competitionRule(facts.searches, facts.countedSearches, facts.competition),
  ownerSizeRule(facts.ownerFollowers, facts.saves),
];

/** Checks as they are stored for lists. */
interface StoredChecks {
  readonly checks: string;
  /** NaN if none can be judged. */
  readonly passed: number;
  readonly judged: number;
  /** Sorts by the passed checks, then by momentum; NaN like `passed`. */
  readonly order: number;
}

/** Keeps the momentum of a row below one more passed check, however large it is. */
const MAX_MOMENTUM_PART = 1 - 1e-9;

/** The checks of an entity with its momentum (NaN: unknown), as they are stored. */
export function toStoredChecks(entity: EntityType, rules: readonly JudgedRule[], raw: number): StoredChecks {
  const { passed, judged } = countPassed(rules);
  const momentumPart = Number.isNaN(raw) ? 0 : Math.min(MAX_MOMENTUM_PART, 1 / (1 + Math.exp(-raw)));
  return {
    checks: checksText(entity, rules),
    passed: judged === 0 ? NaN : passed,
    judged,
    order: judged === 0 ? NaN : passed + momentumPart,
  };
}
