import { type ReactNode, useRef, useState } from 'react';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { growthPercent } from '#domain/analytics/growth/growth';
import { fixedNumber } from '#domain/numbers';
import { eventShares } from '#domain/analytics/visitors/event-shares';
import { classes } from '../../ui/classes';
import { Card } from '../../ui/card';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { MetricCard, MetricCardRow, MetricCardSkeleton } from '../metric-card';
import { FigureChart, type OverviewFigure, overviewFigures } from './day-charts';
import { Badge } from '../../ui/badge';
import { Sparkline } from '../../ui/charts/sparkline';
import { Count } from '../../ui/count';
import { GrowthPercent } from '../../ui/growth-percent';
import { useNearViewport } from '../../ui/charts/use-near-viewport';
import { EmptyText } from '../../ui/feedback/empty-text';
import { LazyPart } from '../../ui/feedback/error-boundary';
import { inOwnChunk } from '../../ui/own-chunk';
import styles from './overview.module.css';

const DoughnutChart = inOwnChunk(() => import('../../ui/charts/doughnut-chart'), 'DoughnutChart');

/** The names of the event types on screen; types that we don't know keep their own name. */
const eventNames = new Map([
  ['page_view', 'Page view'],
  ['visit_click', 'Visit on Pinterest'],
  ['search', 'Search'],
  ['registered', 'Sign-up'],
  ['confirmed', 'Email confirmed'],
  ['purchase_opened', 'Checkout opened'],
  ['premium_started', 'Premium started'],
  ['campaign_visit', 'Campaign visit'],
  ['other', 'Other event'],
]);

/** The shares of the event types, as a doughnut chart and as text. */
function EventTypes({ byType }: { readonly byType: Readonly<Record<string, number>> }) {
  const container = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(container);
  const shares = eventShares(byType).map((share) => ({ ...share, name: eventNames.get(share.name) ?? share.name }));
  return (
    <Card hasSmallTitle title="Events by Type">
      <p className="caption">Distribution by event type</p>
      {shares.length === 0 ? (
        <EmptyText>No data available</EmptyText>
      ) : (
        <div className="stack mt-3 gap-4">
          {/* The legend has the same content as text. */}
          <div ref={container} className={styles.chart} aria-hidden="true">
            {isNear && (
              <LazyPart>
                <DoughnutChart slices={shares} />
              </LazyPart>
            )}
          </div>
          <ul className={classes('stack', styles.legend)}>
            {shares.map(({ name, count, percent }, index) => (
              <li key={name} className="stack items-center">
                <span className={styles.swatch} style={{ background: `var(--category-${index + 1})` }} aria-hidden="true" />
                <span className="shrink anywhere">{name}</span> <Count value={count} />{' '}
                <span className={classes('number', styles.percent)}>{fixedNumber(percent, 1)}%</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

const CARD_SPARKLINE_DAYS = 7;

interface OverviewProps {
  readonly analytics: SiteAnalytics;
  /** The chart of the chosen page or source; null without one. */
  readonly choiceChart: ReactNode;
  /** Shows the whole site in the chart. */
  readonly onRemoveChoice: () => void;
  /** The tables. */
  readonly children: ReactNode;
}

/** The overview tab: figures, charts, and the first rows of the tables. */
export function Overview({ analytics, choiceChart, onRemoveChoice, children }: OverviewProps) {
  const { events_by_day: eventDays, summary, previous } = analytics;
  const [chosen, setChosen] = useState<OverviewFigure>(overviewFigures[0]);
  // The last day is today, which is not over: it would end every line in a plunge.
  const lastDays = eventDays.slice(0, -1).slice(-CARD_SPARKLINE_DAYS);
  return (
    <div className="stack gap-4">
      {summary.total_events === 0 && <Notice>No events in this period.</Notice>}
      <MetricCardRow isCompact>
        {overviewFigures.map((figure) => {
          const { name, forPeriod, forDay } = figure;
          const value = forPeriod(summary);
          const choose = () => {
            setChosen(figure);
            onRemoveChoice();
          };
          return (
            <MetricCard
              key={name}
              name={name}
              value={Number.isInteger(value) ? <Count value={value} /> : fixedNumber(value, 1)}
              cardTestId="metric-card"
              choice={{ isChosen: choiceChart === null && figure === chosen, onChoose: choose }}
            >
              <Sparkline points={lastDays.map(forDay)} />
              <div className={classes('cluster gap-x-2', styles.change)}>
                <GrowthPercent percent={growthPercent(value, forPeriod(previous))} isMuted={previous.estimated} />{' '}
                <span className="caption">vs prev</span>
                {previous.estimated && <Badge isPlain>Estimated</Badge>}
              </div>
            </MetricCard>
          );
        })}
      </MetricCardRow>
      {previous.estimated && <p className="caption">Estimated: we have no earlier data to compare with.</p>}
      <div className={classes('stack gap-4', styles.charts)}>
        {choiceChart ?? <FigureChart analytics={analytics} figure={chosen} />}
        <EventTypes byType={analytics.events_by_type} />
      </div>
      <div className={classes('stack gap-4', styles.tables)}>{children}</div>
    </div>
  );
}

/** Takes the space of the overview while it loads. */
export const OverviewSkeleton = () => (
  <div className="stack gap-4" data-testid="analytics-skeleton">
    <MetricCardRow isCompact>
      {overviewFigures.map(({ name }) => (
        <MetricCardSkeleton key={name} />
      ))}
    </MetricCardRow>
    <div className={classes('stack gap-4', styles.charts)}>
      {['events', 'types'].map((name) => (
        <Card key={name} className={styles.chartSkeleton}>
          <SkeletonBar height={240} />
        </Card>
      ))}
    </div>
  </div>
);
