import type { ReactNode } from 'react';
import type { OwnMetric, OwnSplit } from '#domain/linked-accounts/own-analytics';
import { fixedNumber } from '#domain/numbers';
import { type Resource, useEndpoint } from '../api/resource';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { SkeletonBar } from '../ui/feedback/skeleton';
import styles from './figures.module.css';

const CHART_HEIGHT_PX = 275;

/** Takes the place of what fills the screen. */
export const TallSkeleton = () => (
  <div className={styles.tall}>
    <SkeletonBar height={CHART_HEIGHT_PX} />
  </div>
);

interface OwnFiguresProps<T> {
  readonly resource: Resource<T>;
  readonly isEmpty: (data: T) => boolean;
  /** The height of the bar that takes its place while it loads; by default it fills the screen. */
  readonly height?: number;
  /** Takes its place instead of a bar. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** The content of one card: what is read from Pinterest, or in one sentence why it is not there. Other cards are not affected. */
export function OwnFigures<T>({ resource: { data, error, reload }, isEmpty, height, skeleton, children }: OwnFiguresProps<T>) {
  if (data !== null) return isEmpty(data) ? <EmptyText>Pinterest has no figures here yet.</EmptyText> : children(data);
  if (error) return <ErrorPanel title="This part isn't there." error={error} onRetry={reload} />;
  return skeleton ?? (height === undefined ? <TallSkeleton /> : <SkeletonBar height={height} />);
}

/** The days of an account, or of the parts that a split divides them into. */
export const useOwnAnalytics = (id: string, split?: OwnSplit) =>
  useEndpoint('GET /users/me/pinterest_accounts/:id/analytics', { params: { id }, query: { split } });

/** The pins of an account with the most of a metric. */
export const useOwnTopPins = (id: string, metric: OwnMetric) =>
  useEndpoint('GET /users/me/pinterest_accounts/:id/top_pins', { params: { id }, query: { sort_by: metric } });

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
