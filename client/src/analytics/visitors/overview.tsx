import { useMemo, useState } from 'react';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { parseDay } from '#domain/days';
import { useShortcuts } from '../../site/shortcuts';
import { Card } from '../../ui/card';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/form/button';
import { MetricCards, MetricCardSkeleton } from '../metric-card';
import { eventSummary } from './event-summary';
import { EventTypes } from './event-types';
import { FigureCard } from './figure-card';
import { type SiteFigure, siteFigures } from './site-figures';
import { TopPagesTable, TopReferrersTable } from './top-tables';
import styles from './overview.module.css';
import text from '../../ui/text.module.css';

const SPARKLINE_DAYS = 7;

/** The overview tab: figures, charts, and the first rows of the tables. */
export function Overview({ analytics }: { readonly analytics: SiteAnalytics }) {
  const { events_by_day: eventDays, summary, previous } = analytics;
  const [chosen, setChosen] = useState<SiteFigure>(siteFigures[0]);
  // The last day is today, which is not over: it would end every line in a plunge.
  const lastDays = eventDays.slice(0, -1).slice(-SPARKLINE_DAYS);
  return (
    <div className={styles.overview}>
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
            isChosen={name === chosen.name}
            onChoose={() => setChosen(siteFigures.find((figure) => figure.name === name) ?? siteFigures[0])}
          />
        ))}
      </MetricCards>
      {previous.estimated && <p className={text.caption}>Estimated: we have no earlier data to compare with.</p>}
      <div className={styles.charts}>
        <FigureChart analytics={analytics} figure={chosen} />
        <EventTypes byType={analytics.events_by_type} />
      </div>
      <div className={styles.tables}>
        <TopPagesTable analytics={analytics} />
        <TopReferrersTable analytics={analytics} />
      </div>
    </div>
  );
}

/** A figure by day, with the previous period where it is known. */
function FigureChart({ analytics, figure }: { readonly analytics: SiteAnalytics; readonly figure: SiteFigure }) {
  const [isCompared, setIsCompared] = useState(true);
  const { days, events_by_day: eventDays, previous_days: previousDays } = analytics;
  const isPreviousKnown = previousDays.length > 0;
  useShortcuts(isPreviousKnown ? { X: () => setIsCompared(!isCompared) } : {});
  const previousPoints = useMemo(
    () => (isCompared ? previousDays.map((day) => ({ day: (parseDay(day.date) ?? 0) + days, value: figure.forDay(day) })) : []),
    [isCompared, previousDays, days, figure],
  );
  const series = useMemo(() => ({ x: eventDays.map(({ date }) => date), y: eventDays.map(figure.forDay) }), [eventDays, figure]);
  const isEvents = figure === siteFigures[0];
  return (
    <GrowthChart
      name={isEvents ? 'Events' : figure.name}
      title={`${isEvents ? 'Events' : figure.name} Over Time`}
      note={isEvents ? 'Total user events tracked over the selected time period' : `${figure.name} by day (UTC)`}
      series={series}
      summaryText={isEvents ? eventSummary(eventDays) : `${figure.name} by day. Today isn't complete (UTC).`}
      previousPoints={previousPoints}
      isFromZero
      isLastOpen
      actions={
        isPreviousKnown && (
          <Button kind="quiet" aria-pressed={isCompared} onClick={() => setIsCompared(!isCompared)}>
            {isCompared ? 'Hide' : 'Show'} previous {days} days
          </Button>
        )
      }
    />
  );
}

/** Takes the space of the overview while it loads. */
export const OverviewSkeleton = () => (
  <div className={styles.overview} data-testid="analytics-skeleton">
    <MetricCards isCompact>
      {siteFigures.map(({ name }) => (
        <MetricCardSkeleton key={name} />
      ))}
    </MetricCards>
    <div className={styles.charts}>
      {['events', 'types'].map((name) => (
        <Card key={name} className={styles.chartSkeleton}>
          <SkeletonBar height={240} />
        </Card>
      ))}
    </div>
  </div>
);
