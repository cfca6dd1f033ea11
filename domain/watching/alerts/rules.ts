import type { Period } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';

/** What a rule looks at: figures of watched entities, or the new rows of a saved search. */
export const measures = ['growth', 'momentum', 'count', 'stale', 'jump', 'gone', 'new_match'] as const;
export type Measure = (typeof measures)[number];

export const directions = ['above', 'below'] as const;
export type Direction = (typeof directions)[number];

/** When a rule holds. */
export interface Condition {
  readonly measure: Measure;
  /** `above`: at least the threshold; `below`: at most. Always `above` for a measure that has no direction. */
  readonly direction: Direction;
  /** Within `thresholdBounds`; null for a measure without one. */
  readonly threshold: number | null;
  /** The period of growth; null for the other measures. */
  readonly period: Period | null;
}

/** A condition as users write it, with what it is about. */
export interface RuleInput {
  readonly measure: Measure;
  readonly direction?: Direction | undefined;
  readonly threshold?: number | undefined;
  readonly period?: Period | undefined;
  readonly watchlist_id?: string | undefined;
  readonly watched_item_id?: string | undefined;
  readonly saved_search_id?: string | undefined;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** The digits after the decimal point. */
  readonly decimals: 0 | 1;
  /** Can a rule also look for falling figures? */
  readonly hasDirection: boolean;
}

/** The thresholds that a measure can have; null for one without. */
export const thresholdBounds: Readonly<Record<Measure, Bounds | null>> = {
  growth: { min: -100, max: 100_000, decimals: 1, hasDirection: true },
  momentum: { min: 0, max: 100, decimals: 0, hasDirection: true },
  count: { min: 0, max: 2_147_483_647, decimals: 0, hasDirection: true },
  stale: { min: 1, max: 3_650, decimals: 0, hasDirection: false },
  jump: null,
  gone: null,
  new_match: null,
};

/** Can a rule of this measure look for falling figures? */
export const hasDirection = (measure: Measure): boolean => thresholdBounds[measure]?.hasDirection ?? false;

/** Does the figure of a measure say only whether something is so: any figure above 0? */
const isEvent = (measure: Measure): boolean => thresholdBounds[measure] === null && measure !== 'new_match';

/** What is wrong with a field of a rule. */
interface RuleFault {
  readonly field: keyof RuleInput;
  readonly message: string;
}

/** Returns what is wrong with a rule: a field that its measure needs, does not have, or has differently. */
export function ruleFaults(input: RuleInput): readonly RuleFault[] {
  const { measure, direction, threshold, period, watchlist_id, watched_item_id, saved_search_id } = input;
  const faults: RuleFault[] = [];
  const expect = (field: keyof RuleInput, value: unknown, isPart: boolean) => {
    if ((value !== undefined) !== isPart)
      faults.push({ field, message: isPart ? `is missing: ${measure} needs it` : `is not part of ${measure}` });
  };
  const bounds = thresholdBounds[measure];
  const isSearch = measure === 'new_match';
  if (isSearch) expect('watched_item_id', watched_item_id, false);
  if (isSearch || watched_item_id === undefined) expect('watchlist_id', watchlist_id, !isSearch);
  else if (watchlist_id !== undefined) faults.push({ field: 'watchlist_id', message: "can't be combined with watched_item_id" });
  expect('saved_search_id', saved_search_id, isSearch);
  expect('period', period, measure === 'growth');
  if (direction === 'below' && !hasDirection(measure)) faults.push({ field: 'direction', message: `must be above for ${measure}` });
  expect('threshold', threshold, bounds !== null);
  if (bounds && threshold !== undefined) {
    const { min, max, decimals } = bounds;
    if (threshold < min || threshold > max) faults.push({ field: 'threshold', message: `must be from ${min} to ${max}` });
    else if (Number(threshold.toFixed(decimals)) !== threshold)
      faults.push({ field: 'threshold', message: decimals === 0 ? 'must be a whole number' : 'must have one decimal at most' });
  }
  return faults;
}

/** The condition of a rule without faults. */
export const conditionOf = ({ measure, direction = 'above', threshold, period }: RuleInput): Condition => ({
  measure,
  direction,
  threshold: threshold ?? null,
  period: period ?? null,
});

/** Does a figure meet a condition? Null when the figure is unknown: then whatever was true before stays. */
export function meets({ measure, direction, threshold }: Condition, figure: number | null): boolean | null {
  if (figure === null) return null;
  if (isEvent(measure)) return figure > 0;
  if (threshold === null) return null;
  return direction === 'above' ? figure >= threshold : figure <= threshold;
}

/** The state of a condition for an entity at its last evaluation. */
export interface Before {
  /** False: the condition, or the entity in its list, is new, so that nothing has changed yet. */
  readonly isKnown: boolean;
  readonly didMatch: boolean;
}

/** What follows from a figure: whether the entity matches from now on, and whether to notify its user. */
export function judge(condition: Condition, figure: number | null, { isKnown, didMatch }: Before) {
  const matches = meets(condition, figure) ?? didMatch;
  return { matches, isTold: isKnown && matches && !didMatch };
}

/** An item that matches a rule. */
export interface ItemMatch {
  readonly rule_id: string;
  readonly entity: EntityType;
  readonly entity_id: string;
}

/** An item with the figure that a rule looks at, and what was known of both. */
export interface ItemFigure extends ItemMatch, Before {
  readonly title: string;
  /** Null if unknown. */
  readonly figure: number | null;
}

/** An alert to write; the id of the entity is empty for one about a search. */
export interface NewAlert extends ItemMatch {
  readonly title: string;
  readonly value: number;
}

/** Evaluates rules: returns the entities that match from now on, and the alerts. A rule without Premium writes no alert. */
export function judgeFigures(
  rules: readonly (Condition & { readonly _id: string })[],
  figures: readonly ItemFigure[],
  isPremium: (ruleId: string) => boolean,
): { readonly matches: readonly ItemMatch[]; readonly alerts: readonly NewAlert[] } {
  const conditions = new Map(rules.map((rule) => [rule._id, rule]));
  const matches: ItemMatch[] = [];
  const alerts: NewAlert[] = [];
  for (const { rule_id, entity, entity_id, title, figure, isKnown, didMatch } of figures) {
    const condition = conditions.get(rule_id);
    if (!condition) continue;
    const { matches: isMatch, isTold } = judge(condition, figure, { isKnown, didMatch });
    if (isMatch) matches.push({ rule_id, entity, entity_id });
    if (isTold && figure !== null && isPremium(rule_id)) alerts.push({ rule_id, entity, entity_id, title, value: figure });
  }
  return { matches, alerts };
}
