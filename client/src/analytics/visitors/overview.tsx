import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Card } from '../../ui/card';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { Notice } from '../../ui/feedback/notice';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { MetricCards, MetricCardSkeleton } from '../metric-card';
import { eventSummary } from './event-summary';
import { EventTypes } from './event-types';
import { FigureCard } from './figure-card';
import { siteFigures } from './site-figures';
import { TopPagesTable, TopReferrersTable } from './top-tables';
import styles from './overview.module.css';
import text from '../../ui/text.module.css';

const SPARKLINE_DAYS = 7;

/** The overview tab: figures, charts, and the first rows of the tables. */
export function Overview({ analytics }: { readonly analytics: SiteAnalytics }) {
  const { events_by_day: eventDays, summary, previous } = analytics;
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
          />
        ))}
      </MetricCards>
      {previous.estimated && <p className={text.caption}>Estimated: we have no earlier data to compare with.</p>}
      <div className={styles.charts}>
        <GrowthChart
          name="Events"
          title="Events Over Time"
          note="Total user events tracked over the selected time period"
          series={{ x: eventDays.map(({ date }) => date), y: eventDays.map(({ count }) => count) }}
          summaryText={eventSummary(eventDays)}
          isLastOpen
        />
        <EventTypes byType={analytics.events_by_type} />
      </div>
      <div className={styles.tables}>
        <TopPagesTable analytics={analytics} />
        <TopReferrersTable analytics={analytics} />
      </div>
    </div>
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
