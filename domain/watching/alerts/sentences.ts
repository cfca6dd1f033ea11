import type { Condition, Measure } from '#domain/watching/alerts/rules';
import { savedSearchPath } from '#domain/watching/saved-searches';
import { defaultMetricNouns, type Period, periodDays } from '#domain/catalog/metrics';
import { type EntityType, type Variant, variantNouns, variantOf } from '#domain/catalog/variants';
import { type Day, shortDay } from '#domain/days';
import { formatCount, percentLabel, wholeNumber } from '#domain/numbers';
import { entityPath } from '#domain/site/screens';

/** The days of a period of growth. */
export const daysOfPeriod = (period: Period | null): number => (period === null ? 0 : periodDays[period]);

/** By measure, what a rule looks at and when it tells. */
const rulePhrases: Readonly<Record<Measure, (condition: Condition, threshold: number, moves: string) => string>> = {
  growth: ({ period }, threshold, moves) => `Growth over ${daysOfPeriod(period)} days ${moves} ${percentLabel(threshold)}`,
  momentum: (_, threshold, moves) => `Momentum ${moves} ${wholeNumber(threshold)}`,
  count: (_, threshold, moves) => `The number of followers or saves ${moves} ${wholeNumber(threshold)}`,
  stale: (_, threshold) => `A board has not changed for ${formatCount(threshold, 'day', 'days')}`,
  jump: () => 'Most of a gain comes in one jump',
  gone: () => 'Something is gone',
  new_match: () => 'New rows match the search',
};

/** When a rule tells its user, such as `Momentum rises to 60`. */
export const ruleSentence = (condition: Condition): string =>
  rulePhrases[condition.measure](condition, condition.threshold ?? 0, condition.direction === 'above' ? 'rises to' : 'falls to');

/** What an alert is about: a figure of an entity, or the number of new rows of a search. */
export interface AlertedFigure extends Condition {
  readonly entity: EntityType;
  /** For a jump: the day it happened. */
  readonly value: number;
  /** The day on which it was noticed. */
  readonly day: Day;
}

/** By measure, what has happened. */
const alertPhrases: Readonly<Record<Measure, (alert: AlertedFigure, moved: string, locale?: string) => string>> = {
  growth: ({ period, value }, moved, locale) => `Growth over ${daysOfPeriod(period)} days ${moved} ${percentLabel(value, locale)}.`,
  momentum: ({ value }, moved) => `Momentum ${moved} ${Math.round(value)}.`,
  count: ({ entity, value, direction }, _, locale) => {
    const [one, many] = defaultMetricNouns[entity];
    return `${direction === 'above' ? 'Rose' : 'Fell'} to ${formatCount(value, one, many, locale)}.`;
  },
  stale: ({ value }, _, locale) => `No change for ${formatCount(value, 'day', 'days', locale)}.`,
  jump: ({ value, day }, _, locale) =>
    `One jump: more than half of the gain in 90 days came on three days, most of it on ${shortDay(value, day, locale)}.`,
  gone: () => 'No longer found on Pinterest or in the catalog.',
  new_match: ({ entity, value }, _, locale) => {
    const { one, many } = variantNouns[variantOf[entity]];
    return `${formatCount(value, `new ${one}`, `new ${many}`, locale)}.`;
  },
};

/** What an alert says, such as `Momentum rose to 62.` */
export const alertSentence = (alert: AlertedFigure, locale?: string): string =>
  alertPhrases[alert.measure](alert, alert.direction === 'above' ? 'rose to' : 'fell to', locale);

/** The path of the screen that an alert is about; null for a search or an entity that is gone. */
export function alertPath({
  measure,
  entity,
  entity_id,
  search,
}: {
  readonly measure: Measure;
  readonly entity: EntityType;
  readonly entity_id: string | null;
  readonly search: { readonly variant: Variant; readonly query: string } | null;
}): string | null {
  if (measure === 'gone') return null;
  if (entity_id !== null) return entityPath(entity, entity_id);
  return search && savedSearchPath(search);
}
