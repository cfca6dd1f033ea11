import { useEffect, useMemo, useRef, useState } from 'react';
import type { AnalyticsDays, DayCount, EventDay, PeriodSummary, SiteAnalytics } from '#domain/analytics/visitors/contract';
import { parseDay } from '#domain/days';
import { compactNumber } from '#domain/numbers';
import { engagementRate } from '#domain/analytics/visitors/engagement-rate';
import { useEndpoint } from '../../api/resource';
import { lastNavigationKind } from '../../site/navigation';
import { useShortcuts } from '../../site/shortcuts';
import { Card } from '../../ui/card';
import { GrowthChart, type GrowthChartProps } from '../../ui/charts/growth-chart';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button, ButtonRow } from '../../ui/form/button';
import type { SiteAnalyticsView } from './site-analytics-view';
import { formatDay, formatDayRange } from '../../ui/format';
import styles from './overview.module.css';

/** A figure of the whole site by day, with the previous period where it is known. */
export function FigureChart({ analytics, figure }: { readonly analytics: SiteAnalytics; readonly figure: OverviewFigure }) {
  const { days, events_by_day: eventDays, previous_days: previousDays } = analytics;
  const isEvents = figure === overviewFigures[0];
  return (
    <ComparedChart
      name={isEvents ? 'Events' : figure.name}
      title={`${isEvents ? 'Events' : figure.name} Over Time`}
      note={isEvents ? 'Total user events tracked over the selected time period' : `${figure.name} by day (UTC)`}
      days={days}
      current={eventDays}
      previous={previousDays}
      valueOf={figure.forDay}
      summaryText={isEvents ? eventSummary(eventDays) : `${figure.name} by day. Today isn't complete (UTC).`}
    />
  );
}

type ChoiceChartProps = Pick<SiteAnalyticsView, 'days' | 'page' | 'source'> & {
  /** What the page is called: its path, or the title of its entity. */
  readonly pageName: string | null;
  /** Shows the whole site again. */
  readonly onRemove: () => void;
};

/** The views of the chosen page, or the visits from the chosen source, by day. */
export function ChoiceChart({ days, page, source, pageName, onRemove }: ChoiceChartProps) {
  const query = page === null ? { days, source: source ?? '' } : { days, page };
  const { data, error, reload } = useEndpoint('GET /analytics/daily', { query });
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The row that was chosen may stand far from the chart.
    if (lastNavigationKind() === 'push') container.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const name = page === null ? 'Visits' : 'Views';
  const title = page === null ? (source ? `Visits from ${source}` : 'Direct Visits') : `Views of ${pageName}`;
  const remove = (
    <Button kind="quiet" onClick={onRemove}>
      Show whole site
    </Button>
  );
  return (
    <div ref={container} className={styles.choice}>
      {error && (
        <ErrorPanel title={`We couldn't load ${title}.`} error={error} onRetry={reload}>
          {remove}
        </ErrorPanel>
      )}
      {!error && !data && (
        <Card className={styles.chartSkeleton} aria-label={title} aria-busy="true">
          <SkeletonBar height={240} />
        </Card>
      )}
      {!error && data && (
        <ComparedChart
          name={name}
          title={title}
          note={`${name} by day (UTC). The cards show the whole site.`}
          days={days}
          current={data.by_day}
          previous={data.previous_days}
          valueOf={countOf}
          summaryText={eventSummary(data.by_day, page === null ? ['visit', 'visits'] : ['view', 'views'])}
          actions={remove}
        />
      )}
    </div>
  );
}

const countOf = ({ count }: DayCount): number => count;

interface ComparedChartProps<T extends DayCount> extends Pick<GrowthChartProps, 'name' | 'title' | 'note' | 'summaryText' | 'actions'> {
  readonly days: AnalyticsDays;
  readonly current: readonly T[];
  /** The same number of days before; empty where they are unknown. */
  readonly previous: readonly T[];
  readonly valueOf: (day: T) => number;
}

/** The line of a period, and a dashed one of the period before until it is hidden. */
function ComparedChart<T extends DayCount>({ days, current, previous, valueOf, actions, ...texts }: ComparedChartProps<T>) {
  const [isCompared, setIsCompared] = useState(true);
  const isPreviousKnown = previous.length > 0;
  useShortcuts(isPreviousKnown ? { X: () => setIsCompared(!isCompared) } : {});
  const previousPoints = useMemo(
    () => (isCompared ? previous.map((day) => ({ day: (parseDay(day.date) ?? 0) + days, value: valueOf(day) })) : []),
    [isCompared, previous, days, valueOf],
  );
  const series = useMemo(() => ({ x: current.map(({ date }) => date), y: current.map(valueOf) }), [current, valueOf]);
  return (
    <GrowthChart
      {...texts}
      series={series}
      previousPoints={previousPoints}
      isFromZero
      isLastOpen
      actions={
        <ButtonRow>
          {isPreviousKnown && (
            <Button kind="quiet" aria-pressed={isCompared} onClick={() => setIsCompared(!isCompared)}>
              {isCompared ? 'Hide' : 'Show'} previous {days} days
            </Button>
          )}
          {actions}
        </ButtonRow>
      }
    />
  );
}

/** Describes a chart of counts: the total and the peak day. The last day is today and not yet complete. */
export function eventSummary(days: readonly DayCount[], [one, many] = ['event', 'events']): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return `No ${many}.`;
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const range = formatDayRange(first.date, last.date);
  if (total === 0) return `No ${many}, ${range}.`;
  const peak = days.reduce((best, day) => (day.count > best.count ? day : best), first);
  return `${compactNumber(total)} ${total === 1 ? one : many}, ${range}. Peak: ${compactNumber(peak.count)} on ${formatDay(peak.date)}. Today isn't complete (UTC).`;
}

/** A figure of the overview. */
export interface OverviewFigure {
  readonly name: string;
  readonly forPeriod: (summary: PeriodSummary) => number;
  readonly forDay: (day: EventDay) => number;
}

/** The four figures of the overview, for a whole period and for a single day. */
export const overviewFigures: readonly [OverviewFigure, ...OverviewFigure[]] = [
  { name: 'Total Events', forPeriod: ({ total_events: events }) => events, forDay: ({ count }) => count },
  { name: 'Unique Visitors', forPeriod: ({ unique_visitors: visitors }) => visitors, forDay: ({ visitors }) => visitors },
  { name: 'Registered Users', forPeriod: ({ registered_users: users }) => users, forDay: ({ registrations }) => registrations },
  {
    name: 'Engagement Rate',
    forPeriod: ({ total_events: events, unique_visitors: visitors }) => engagementRate(events, visitors),
    forDay: ({ count, visitors }) => engagementRate(count, visitors),
  },
];
