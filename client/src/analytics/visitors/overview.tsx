import { classes } from '../../ui/classes';
import { type ReactNode, useState } from 'react';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Card } from '../../ui/card';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { MetricCards, MetricCardSkeleton } from '../metric-card';
import { EventTypes } from './event-types';
import { FigureCard } from './figure-card';
import { FigureChart } from './period-chart';
import { type SiteFigure, siteFigures } from './site-figures';
import styles from './overview.module.css';

const SPARKLINE_DAYS = 7;

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
  const [chosen, setChosen] = useState<SiteFigure>(siteFigures[0]);
  // The last day is today, which is not over: it would end every line in a plunge.
  const lastDays = eventDays.slice(0, -1).slice(-SPARKLINE_DAYS);
  return (
    <div className={classes('stack gap-4', styles.overview)}>
      {summary.total_events === 0 && <Notice>No events in this period.</Notice>}
      <MetricCards isCompact>
        {siteFigures.map(({ name, forPeriod, forDay }) => (
          <FigureCard
            key={name}
            name={name}
            value={forPeriod(summary)}
            previous={forPeriod(previous)}
            isEstimated={previous.estimated}
            points={lastDays.map(forDay)}
            isChosen={choiceChart === null && name === chosen.name}
            onChoose={() => {
              setChosen(siteFigures.find((figure) => figure.name === name) ?? siteFigures[0]);
              onRemoveChoice();
            }}
          />
        ))}
      </MetricCards>
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
  <div className={classes('stack gap-4', styles.overview)} data-testid="analytics-skeleton">
    <MetricCards isCompact>
      {siteFigures.map(({ name }) => (
        <MetricCardSkeleton key={name} />
      ))}
    </MetricCards>
    <div className={classes('stack gap-4', styles.charts)}>
      {['events', 'types'].map((name) => (
        <Card key={name} className={styles.chartSkeleton}>
          <SkeletonBar height={240} />
        </Card>
      ))}
    </div>
  </div>
);
