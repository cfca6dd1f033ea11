import type { OwnMetric } from '#domain/linked-accounts/own-analytics';
import { fixedNumber } from '#domain/numbers';

export const ownMetricNames: Readonly<Record<OwnMetric, string>> = {
  impressions: 'Impressions',
  saves: 'Saves',
  pin_clicks: 'Pin clicks',
  outbound_clicks: 'Outbound clicks',
  engagements: 'Engagements',
};

/** The periods that can be shown, in days. Pinterest keeps 90, so that the longest has none before it. */
export const ownPeriods = [7, 30, 90] as const;

/** A share as `GrowthPercent` takes it. */
export const percentOf = (share: number | null): number | null => (share === null ? null : share * 100);

/** `1.24%`, or `–`. */
export const rateText = (rate: number | null): string => (rate === null ? '–' : `${fixedNumber(rate * 100, 2)}%`);
