import { type GainSteps, measureGainSteps, newGainSteps } from '#domain/analytics/growth/jump-share';
import { daysOf } from '#domain/analytics/growth/daily-series';
import { keptReadingsOf, priors } from '#domain/analytics/growth/momentum';
import { recentChange } from '#domain/analytics/growth/verdict/recent-change';
import {
  activeRule,
  ageRule,
  competitionRule,
  crowdedRule,
  growingRule,
  ownerSizeRule,
  reachRule,
  steadyRule,
  stillSavedRule,
} from '#domain/analytics/growth/verdict/rules';
import { RECENT_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import type { KnownPins, StoredEntity } from '#domain/catalog/catalog';
import type { VerdictLine } from '#domain/catalog/detail-contract';
import { DEFAULT_LIST_PERIOD, type Metric, periodDays } from '#domain/catalog/metrics';
import { type Day, dayOf } from '#domain/days';

/** What a verdict shares with the rest of its response. */
export interface VerdictContext {
  /** The day of growth and momentum. */
  readonly asOf: Day;
  readonly today: Day;
  /** The growth of the default metric over 90 days. */
  readonly growthPercent: number | null;
}

const GROWTH_DAYS = periodDays[DEFAULT_LIST_PERIOD];

const dayOrNull = (time: Date | string | null): Day | null => (time === null ? null : dayOf(new Date(time)));

const lastKnown = (counts: readonly (number | null)[]): number | null => counts.findLast((count) => count !== null) ?? null;

/** How the gain of an own count over 90 days came about. */
function gainSteps(stored: StoredEntity, metric: Metric, asOf: Day): GainSteps {
  const steps = newGainSteps();
  const kept = keptReadingsOf(daysOf(stored.at), stored.counts[metric] ?? [], asOf, GROWTH_DAYS, priors[metric]);
  measureGainSteps(kept, asOf, GROWTH_DAYS, priors[metric], steps);
  return steps;
}

const recentChangeOf = ({ at, counts }: StoredEntity, metric: Metric, asOf: Day) =>
  recentChange(daysOf(at), counts[metric] ?? [], asOf, RECENT_DAYS, priors[metric]);

function weeklyPinsOf(board: StoredEntity, asOf: Day): number | null {
  const recent = recentChangeOf(board, 'pin_count', asOf);
  return recent && (Math.max(0, recent.change) / recent.observedDays) * 7;
}

/** "Worth joining?" A board's rules, in the order in which they are shown. */
export function boardVerdict(
  board: StoredEntity<'board'>,
  known: KnownPins,
  { asOf, today, growthPercent }: VerdictContext,
): VerdictLine[] {
  const weeklyPins = weeklyPinsOf(board, asOf);
  const last = { changedOn: dayOrNull(board.fields.board_order_modified_at), seenOn: dayOrNull(board.last_crawled_at) };
  return [
    activeRule('active', last, weeklyPins, today),
    growingRule(growthPercent),
    steadyRule(gainSteps(board, 'follower_count', asOf)),
    reachRule('reach', known.pins, known.median_saves),
    crowdedRule(weeklyPins, board.fields.collaborator_count),
  ];
}

/** "Worth following?" */
export function pinnerVerdict(
  pinner: StoredEntity<'pinner'>,
  known: KnownPins,
  { asOf, today, growthPercent }: VerdictContext,
): VerdictLine[] {
  const last = { changedOn: dayOrNull(known.last_activity_at), seenOn: dayOrNull(known.last_crawled_at) };
  return [
    activeRule('posts', last, null, today),
    growingRule(growthPercent),
    steadyRule(gainSteps(pinner, 'follower_count', asOf)),
    reachRule('saves_per_pin', known.pins, known.median_saves),
  ];
}

/** "Worth making one like it?" */
export function pinVerdict(pin: StoredEntity<'pin'>, { asOf, today }: VerdictContext): VerdictLine[] {
  return [
    stillSavedRule(recentChangeOf(pin, 'saves', asOf)?.change ?? null),
    ageRule(dayOrNull(pin.fields.created_at), today),
    competitionRule(),
    ownerSizeRule(lastKnown(pin.owner_followers)),
  ];
}
