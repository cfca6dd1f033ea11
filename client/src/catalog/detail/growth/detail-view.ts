import { type DayWindow, parseDayWindow } from '#domain/analytics/growth/chart/measure';
import { type Metric, type Period, periodDays } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { dayLabel } from '#domain/days';
import { navigate } from '../../../site/navigation';
import { useEntitlement } from '../../../site/session';
import { useStored } from '../../../site/storage';
import { periodNames } from '../../../ui/momentum-labels';
import { usePath, useSearchText } from '../../../ui/navigation/use-path';

/** The periods of a detail page; `all` is the whole history. */
export const periodChoices = ['7', '15', '30', '90', '365', 'all'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** The period that is not in the address, and the only one without Premium. */
export const FREE_PERIOD: PeriodChoice = '90';

/** The period of a choice; null for the whole history. */
export const chosenPeriod = (choice: PeriodChoice): Period | null => (choice === 'all' ? null : `${choice}_days`);

/** The days of a choice; null for the whole history. */
export const chosenDays = (choice: PeriodChoice): number | null => {
  const period = chosenPeriod(choice);
  return period && periodDays[period];
};

/** `30 days`, or `all time`. */
export const choiceName = (choice: PeriodChoice): string => {
  const period = chosenPeriod(choice);
  return period === null ? 'all time' : periodNames[period];
};

/** The metrics with a line on a detail page, the first one by default. */
export const chartedMetrics = {
  board: ['follower_count', 'collaborator_count', 'pin_count'],
  pinner: ['follower_count', 'profile_views'],
  pin: ['saves', 'repin_count'],
} as const satisfies Record<EntityType, readonly [Metric, ...Metric[]]>;

/** What the address of a detail page chooses. */
export interface DetailView {
  readonly period: PeriodChoice;
  readonly metric: Metric;
  /** Whether the line of the previous period is shown. */
  readonly isCompared: boolean;
  /** A period that the address names, but that the viewer may not see. */
  readonly lockedPeriod: PeriodChoice | null;
  /** The days that are zoomed in on instead of the period. */
  readonly window: DayWindow | null;
  /** Whether the chart shows gains per day instead of counts. */
  readonly isPerDay: boolean;
}

/** Parses the query string of a detail page; values that are unknown or locked become the default. The previous period may be shown by default. */
export function parseDetailView(text: string, entity: EntityType, hasFullAnalytics: boolean, isComparedByDefault = false): DetailView {
  const params = new URLSearchParams(text);
  const named = periodChoices.find((choice) => choice === params.get('period')) ?? FREE_PERIOD;
  const isLocked = !hasFullAnalytics && named !== FREE_PERIOD;
  const period = isLocked ? FREE_PERIOD : named;
  const metrics: readonly Metric[] = chartedMetrics[entity];
  const window = parseDayWindow(params.get('from'), params.get('to'));
  return {
    period,
    metric: metrics.find((metric) => metric === params.get('metric')) ?? chartedMetrics[entity][0],
    isCompared: hasFullAnalytics && (period !== 'all' || window !== null) && (params.get('vs') === 'previous' || isComparedByDefault),
    lockedPeriod: isLocked ? named : null,
    window,
    isPerDay: params.get('chart') === 'per_day',
  };
}

type Choice = Partial<Pick<DetailView, 'period' | 'metric' | 'isCompared' | 'window' | 'isPerDay'>>;

/** A query string with a choice; defaults are left out. */
export function withChoice(text: string, entity: EntityType, { period, metric, isCompared, window, isPerDay }: Choice): string {
  const params = new URLSearchParams(text);
  const set = (name: string, value: string, byDefault: string) => (value === byDefault ? params.delete(name) : params.set(name, value));
  if (period !== undefined) set('period', period, FREE_PERIOD);
  if (metric !== undefined) set('metric', metric, chartedMetrics[entity][0]);
  // Another period shows all its days.
  if (period !== undefined || window !== undefined) {
    set('from', window ? dayLabel(window.from) : '', '');
    set('to', window ? dayLabel(window.to) : '', '');
  }
  if (isCompared !== undefined) set('vs', isCompared ? 'previous' : '', '');
  if (isPerDay !== undefined) set('chart', isPerDay ? 'per_day' : '', '');
  return params.toString();
}

/** Whether this browser shows the previous period. */
const COMPARED_KEY = 'chart-previous';

/** What the address chooses, and a function that changes it in place. */
export function useDetailView(entity: EntityType): readonly [DetailView, (choice: Choice) => void] {
  const path = usePath();
  const text = useSearchText();
  const hasFullAnalytics = useEntitlement('full_analytics');
  const [compared, keepCompared] = useStored(COMPARED_KEY);
  const choose = (choice: Choice) => {
    if (choice.isCompared !== undefined) keepCompared(choice.isCompared ? 'previous' : null);
    const query = withChoice(text, entity, choice);
    navigate(query === '' ? path : `${path}?${query}`, { replace: true });
  };
  return [parseDetailView(text, entity, hasFullAnalytics, compared !== null), choose];
}
