import { type GainSteps, measureGainSteps, newGainSteps } from '#domain/analytics/growth/jump-share';
import { daysOf } from '#domain/analytics/growth/daily-series';
import { priors } from '#domain/analytics/growth/momentum';
import { keptReadingsOf } from '#domain/analytics/growth/momentum-of-counts';
import { boardChecks, type PinnerFacts, pinChecks, pinnerChecks } from '#domain/analytics/growth/verdict/checks';
import { type RecentChange, recentChange, weeklyPinsOf } from '#domain/analytics/growth/verdict/recent-change';
import { growingRule, type DatedGrowth, steadyRule, verdictLines } from '#domain/analytics/growth/verdict/rules';
import { MIN_STEADY_DAYS, RECENT_DAYS } from '#domain/analytics/growth/verdict/thresholds';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import type { GrowthByPeriod, VerdictLine } from '#domain/catalog/detail-contract';
import { DEFAULT_LIST_PERIOD, defaultMetric, type Metric, type Period, periodDays, periods } from '#domain/catalog/metrics';
import { type Day, dayOf } from '#domain/days';

/** What a verdict shares with the rest of its response. */
export interface VerdictContext {
  /** The day of growth, momentum, and checks. */
  readonly asOf: Day;
  /** The growth of the default metric over the periods that the viewer may see. */
  readonly growth: GrowthByPeriod;
}

const dayOrNull = (time: Date | string | null): Day | null => (time === null ? null : dayOf(new Date(time)));

/** How the gain of an own count over a period came about. */
function gainSteps(stored: StoredEntity, metric: Metric, asOf: Day, days: number): GainSteps {
  const steps = newGainSteps();
  const kept = keptReadingsOf(daysOf(stored.at), stored.counts[metric] ?? [], asOf, days, priors[metric]);
  measureGainSteps(kept, asOf, days, priors[metric], steps);
  return steps;
}

const recentChangeOf = ({ at, counts }: StoredEntity, metric: Metric, asOf: Day): RecentChange | null =>
  recentChange(keptReadingsOf(daysOf(at), counts[metric] ?? [], asOf, RECENT_DAYS, priors[metric]), asOf);

/** The day of the last reading of an own count, up to a day. */
function lastReadOn({ at, counts }: StoredEntity, metric: Metric, asOf: Day): Day | null {
  const days = daysOf(at);
  return days.findLast((day, index) => day <= asOf && (counts[metric]?.[index] ?? null) !== null) ?? null;
}

/** What the rules about growth look at. */
const growthFacts = (stored: StoredEntity, metric: Metric, { asOf, growth }: VerdictContext): DatedGrowth & Pick<PinnerFacts, 'gain'> => ({
  percent: growth[DEFAULT_LIST_PERIOD] ?? null,
  readOn: lastReadOn(stored, metric, asOf),
  gain: gainSteps(stored, metric, asOf, periodDays[DEFAULT_LIST_PERIOD]),
});

const knownPinFacts = ({ fields }: StoredEntity<'board'> | StoredEntity<'pinner'>): Pick<PinnerFacts, 'knownPins' | 'medianSaves'> => ({
  knownPins: fields.known_pins ?? 0,
  medianSaves: fields.median_saves,
});

/** The lines about growth over every other period that the viewer may see. A pin's rules have periods of their own. */
export function verdictByPeriod(
  entity: 'board' | 'pinner',
  stored: StoredEntity,
  { asOf, growth }: VerdictContext,
): Partial<Record<Period, VerdictLine[]>> {
  const metric = defaultMetric[entity];
  const readOn = lastReadOn(stored, metric, asOf);
  const others = periods.filter((period) => period !== DEFAULT_LIST_PERIOD && period in growth);
  return Object.fromEntries(
    others.map((period) => {
      const [percent, days] = [growth[period] ?? null, periodDays[period]];
      const steady = days < MIN_STEADY_DAYS ? [] : [steadyRule(gainSteps(stored, metric, asOf, days), percent, days, asOf)];
      return [period, verdictLines([growingRule({ percent, readOn }, days, asOf), ...steady])];
    }),
  );
}

/** "Worth joining?" */
export const boardVerdict = (board: StoredEntity<'board'>, context: VerdictContext): VerdictLine[] =>
  verdictLines(
    boardChecks(
      {
        ...growthFacts(board, 'follower_count', context),
        ...knownPinFacts(board),
        isGone: !board.searchable,
        changedOn: dayOrNull(board.fields.board_order_modified_at),
        seenOn: dayOrNull(board.last_crawled_at),
        weeklyPins: weeklyPinsOf(recentChangeOf(board, 'pin_count', context.asOf)),
        collaborators: board.fields.collaborator_count,
      },
      context.asOf,
    ),
  );

/** "Worth following?" */
export const pinnerVerdict = (pinner: StoredEntity<'pinner'>, context: VerdictContext): VerdictLine[] =>
  verdictLines(
    pinnerChecks(
      {
        ...growthFacts(pinner, 'follower_count', context),
        ...knownPinFacts(pinner),
        isGone: !pinner.searchable,
        changedOn: pinner.fields.last_activity_on,
        seenOn: pinner.fields.last_seen_on,
      },
      context.asOf,
    ),
  );

/** "Worth making one like it?" */
export const pinVerdict = (pin: StoredEntity<'pin'>, { asOf }: VerdictContext): VerdictLine[] =>
  verdictLines(
    pinChecks(
      {
        newSaves: recentChangeOf(pin, 'saves', asOf)?.change ?? null,
        saves: pin.fields.saves ?? pin.fields.repin_count,
        createdOn: dayOrNull(pin.fields.created_at),
        searches: pin.fields.queries.length,
        countedSearches: pin.fields.counted_searches ?? 0,
        competition: pin.fields.median_competition,
        ownerFollowers: pin.fields.owner_follower_count,
      },
      asOf,
    ),
  );
