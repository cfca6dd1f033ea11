import { type Metric, type Period, periodDays } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { navigate } from '../../../site/navigation';
import { useEntitlement } from '../../../site/session';
import { periodNames } from '../../../ui/momentum-labels';
import { usePath, useSearchText } from '../../../ui/navigation/use-path';

/** The periods of a detail page; `all` is the whole history. */
export const periodChoices = ['7', '15', '30', '90', '365', 'all'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** The period that is not in the address, and the only one without Premium. */
export const FREE_PERIOD: PeriodChoice = '90';

const periodOfChoice = {
  '7': '7_days',
  '15': '15_days',
  '30': '30_days',
  '90': '90_days',
  '365': '365_days',
  all: null,
} as const satisfies Record<PeriodChoice, Period | null>;

/** The period of a choice; null for the whole history. */
export const chosenPeriod = (choice: PeriodChoice): Period | null => periodOfChoice[choice];

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
}

/** Parses the query string of a detail page; values that are unknown or locked become the default. */
export function parseDetailView(text: string, entity: EntityType, hasFullAnalytics: boolean): DetailView {
  const params = new URLSearchParams(text);
  const named = periodChoices.find((choice) => choice === params.get('period')) ?? FREE_PERIOD;
  const isLocked = !hasFullAnalytics && named !== FREE_PERIOD;
  const period = isLocked ? FREE_PERIOD : named;
  const metrics: readonly Metric[] = chartedMetrics[entity];
  return {
    period,
    metric: metrics.find((metric) => metric === params.get('metric')) ?? chartedMetrics[entity][0],
    isCompared: hasFullAnalytics && period !== 'all' && params.get('vs') === 'previous',
    lockedPeriod: isLocked ? named : null,
  };
}

type Choice = Partial<Pick<DetailView, 'period' | 'metric' | 'isCompared'>>;

/** A query string with a choice; defaults are left out. */
export function withChoice(text: string, entity: EntityType, { period, metric, isCompared }: Choice): string {
  const params = new URLSearchParams(text);
  const set = (name: string, value: string, byDefault: string) => (value === byDefault ? params.delete(name) : params.set(name, value));
  if (period !== undefined) set('period', period, FREE_PERIOD);
  if (metric !== undefined) set('metric', metric, chartedMetrics[entity][0]);
  if (isCompared !== undefined) set('vs', isCompared ? 'previous' : '', '');
  return params.toString();
}

/** What the address chooses, and a function that changes it in place. */
export function useDetailView(entity: EntityType): readonly [DetailView, (choice: Choice) => void] {
  const path = usePath();
  const text = useSearchText();
  const hasFullAnalytics = useEntitlement('full_analytics');
  const choose = (choice: Choice) => {
    const query = withChoice(text, entity, choice);
    navigate(query === '' ? path : `${path}?${query}`, { replace: true });
  };
  return [parseDetailView(text, entity, hasFullAnalytics), choose];
}
