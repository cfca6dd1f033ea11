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
import { MIN_STEADY_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import type { KnownPins, StoredEntity } from '#domain/catalog/rows/stored-entity';
import type { GrowthByPeriod, VerdictLine } from '#domain/catalog/detail-contract';
import { DEFAULT_LIST_PERIOD, defaultMetric, type Metric, type Period, periodDays, periods } from '#domain/catalog/metrics';
import { type Day, dayOf } from '#domain/days';

/** What a verdict shares with the rest of its response. */
export interface VerdictContext {
  /** The day of growth and momentum. */
  readonly asOf: Day;
  readonly today: Day;
  /** The growth of the default metric over the periods that the viewer may see. */
  readonly growth: GrowthByPeriod;
}

const dayOrNull = (time: Date | string | null): Day | null => (time === null ? null : dayOf(new Date(time)));

const lastKnown = (counts: readonly (number | null)[]): number | null => counts.findLast((count) => count !== null) ?? null;

/** How the gain of an own count over a period came about. */
function gainSteps(stored: StoredEntity, metric: Metric, asOf: Day, days: number): GainSteps {
  const steps = newGainSteps();
  const kept = keptReadingsOf(daysOf(stored.at), stored.counts[metric] ?? [], asOf, days, priors[metric]);
  measureGainSteps(kept, asOf, days, priors[metric], steps);
  return steps;
}

const recentChangeOf = ({ at, counts }: StoredEntity, metric: Metric, asOf: Day) =>
  recentChange(daysOf(at), counts[metric] ?? [], asOf, priors[metric]);

function weeklyPinsOf(board: StoredEntity, asOf: Day): number | null {
  const recent = recentChangeOf(board, 'pin_count', asOf);
  return recent && (Math.max(0, recent.change) / recent.observedDays) * 7;
}

/** The lines of a verdict about the growth over a period: growing and, where the period is long enough, steady. */
function growthLines(stored: StoredEntity, metric: Metric, period: Period, { asOf, today, growth }: VerdictContext): VerdictLine[] {
  const days = periodDays[period];
  const percent = growth[period] ?? null;
  const steady = days < MIN_STEADY_DAYS ? [] : [steadyRule(gainSteps(stored, metric, asOf, days), percent, days, today)];
  return [growingRule(percent, days), ...steady];
}

/** The lines about growth over every other period that the viewer may see. A pin's rules have periods of their own. */
export function verdictByPeriod(
  entity: 'board' | 'pinner',
  stored: StoredEntity,
  context: VerdictContext,
): Partial<Record<Period, VerdictLine[]>> {
  const others = periods.filter((period) => period !== DEFAULT_LIST_PERIOD && period in context.growth);
  return Object.fromEntries(others.map((period) => [period, growthLines(stored, defaultMetric[entity], period, context)]));
}

/** "Worth joining?" A board's rules, in the order in which they are shown. One that is gone or not active has no crowd. */
export function boardVerdict(board: StoredEntity<'board'>, known: KnownPins, context: VerdictContext): VerdictLine[] {
  const { asOf, today } = context;
  const weeklyPins = weeklyPinsOf(board, asOf);
  const last = { changedOn: dayOrNull(board.fields.board_order_modified_at), seenOn: dayOrNull(board.last_crawled_at) };
  const active = board.searchable ? [activeRule('active', last, weeklyPins, today)] : [];
  const isActive = active.some(({ mark }) => mark !== 'warn');
  return [
    ...active,
    ...growthLines(board, 'follower_count', DEFAULT_LIST_PERIOD, context),
    reachRule('reach', known.pins, known.median_saves),
    ...(isActive ? [crowdedRule(weeklyPins, board.fields.collaborator_count)] : []),
  ];
}

/** "Worth following?" */
export function pinnerVerdict(pinner: StoredEntity<'pinner'>, known: KnownPins, context: VerdictContext): VerdictLine[] {
  const last = { changedOn: dayOrNull(known.last_activity_at), seenOn: dayOrNull(known.last_crawled_at) };
  return [
    ...(pinner.searchable ? [activeRule('posts', last, null, context.today)] : []),
    ...growthLines(pinner, 'follower_count', DEFAULT_LIST_PERIOD, context),
    reachRule('saves_per_pin', known.pins, known.median_saves),
  ];
}

/** "Worth making one like it?" `competitions` are those of the searches it was found in, as far as they are counted. */
export function pinVerdict(pin: StoredEntity<'pin'>, competitions: readonly number[], { asOf, today }: VerdictContext): VerdictLine[] {
  return [
    stillSavedRule(recentChangeOf(pin, 'saves', asOf)?.change ?? null),
    ageRule(dayOrNull(pin.fields.created_at), today),
    competitionRule(pin.fields.queries.length, competitions),
    ownerSizeRule(lastKnown(pin.owner_followers)),
  ];
}
