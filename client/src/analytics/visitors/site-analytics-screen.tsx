import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { api } from '../../api/api';
import { saveFile } from '../../api/download';
import { useShortcuts } from '../../site/shortcuts';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { useSearchText } from '../../ui/navigation/use-path';
import { Button } from '../../ui/form/button';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { navigate } from '../../site/navigation';
import { Screen } from '../../ui/navigation/screen';
import { Select } from '../../ui/form/select';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Spinner } from '../../ui/feedback/spinner';
import { formatCount } from '../../ui/format';
import { EventTypes } from './event-types';
import { FigureCardSkeleton, FigureCard } from './figure-card';
import { TabList, tabId } from '../../ui/navigation/tab-list';
import { siteAnalyticsCsv, siteAnalyticsFileName } from './site-analytics-csv';
import { siteFigures } from './site-figures';
import { eventSummary } from './event-summary';
import { TopPagesTable, TopReferrersTable } from './top-tables';
import { siteAnalyticsUrl, dayChoices, tabNames, tabs, parseSiteAnalyticsView } from './site-analytics-view';
import { useResource } from '../../api/use-resource';
import '../../styles/admin-colours.css';
import '../../styles/admin.css';

/** How long new figures wait before they are drawn, in milliseconds. */
const DRAW_DELAY_MS = 300;
/** Points of the small lines. */
const SPARKLINE_DAYS = 7;

/** `/admin/analytics` */
export function SiteAnalyticsScreen() {
  const view = parseSiteAnalyticsView(useSearchText());
  const { days, tab } = view;
  const queryKey = String(days);
  const { data, dataKey, error, busy, reload } = useResource(queryKey, async (signal) => {
    const response = await api('GET /analytics/dashboard', { query: { days }, signal });
    await new Promise((resolve) => setTimeout(resolve, DRAW_DELAY_MS));
    return response;
  });
  const figures = busy || dataKey !== queryKey ? null : data;
  const save = () => {
    if (figures) exportFigures(figures);
  };
  useShortcuts({ r: () => void reload(), e: save });
  return (
    <Screen className="admin" heading="Site Analytics" isReady={figures !== null}>
      <div className="admin__head">
        <p className="lead">
          Monitor traffic and user behavior <Spinner busy={busy} label="Loading the figures" />
        </p>
        <div className="admin__actions">
          <Select
            label="Period"
            value={String(days)}
            options={dayChoices.map((number) => ({ name: `Last ${formatCount(number, 'day', 'days')}`, value: String(number) }))}
            onChange={(selected) => navigate(siteAnalyticsUrl({ ...parseSiteAnalyticsView(`days=${selected}`), tab }))}
          />
          <Button disabled={!figures} data-testid="export-csv" onClick={save}>
            Export
          </Button>
        </div>
      </div>
      <TabList
        name="Site Analytics"
        tabs={tabs}
        names={tabNames}
        selected={tab}
        onSelect={(selected) => navigate(siteAnalyticsUrl({ days, tab: selected }), { replace: true })}
      />
      {tabs.map((one) => (
        <div key={one} id={tabId(one, 'panel')} role="tabpanel" aria-labelledby={tabId(one, 'tab')} aria-busy={busy} hidden={one !== tab}>
          {one === tab &&
            (busy ? (
              <SiteAnalyticsSkeleton />
            ) : error ? (
              <ErrorPanel title="We could not load the figures." error={error} onRetry={() => void reload()} />
            ) : (
              figures && panels[tab](figures)
            ))}
        </div>
      ))}
    </Screen>
  );
}

const panels = {
  overview: (analytics: SiteAnalytics) => <Overview analytics={analytics} />,
  pages: (analytics: SiteAnalytics) => <TopPagesTable analytics={analytics} isFull />,
  sources: (analytics: SiteAnalytics) => <TopReferrersTable analytics={analytics} isFull />,
};

function Overview({ analytics }: { readonly analytics: SiteAnalytics }) {
  const lastDays = analytics.events_by_day.slice(-SPARKLINE_DAYS);
  const series = { x: analytics.events_by_day.map(({ date }) => date), y: analytics.events_by_day.map(({ count }) => count) };
  return (
    <div className="admin__body">
      {analytics.summary.total_events === 0 && <p className="notice">Nothing was counted in this period yet.</p>}
      <div className="admin__cards">
        {siteFigures.map((figure) => (
          <FigureCard
            key={figure.name}
            name={figure.name}
            value={figure.forPeriod(analytics.summary)}
            previous={figure.forPeriod(analytics.previous)}
            isEstimated={analytics.previous.estimated}
            points={lastDays.map(figure.forDay)}
          />
        ))}
      </div>
      <div className="admin__charts">
        <GrowthChart
          name="Events"
          title="Events Over Time"
          note="Total user events tracked over the selected time period"
          series={series}
          summaryText={eventSummary(analytics.events_by_day)}
        />
        <EventTypes byType={analytics.events_by_type} />
      </div>
      <div className="admin__pair">
        <TopPagesTable analytics={analytics} />
        <TopReferrersTable analytics={analytics} />
      </div>
    </div>
  );
}

/** The room of everything while it is on its way. */
const SiteAnalyticsSkeleton = () => (
  <div className="admin__body" data-testid="analytics-skeleton">
    <div className="admin__cards">
      {siteFigures.map(({ name }) => (
        <FigureCardSkeleton key={name} />
      ))}
    </div>
    <div className="admin__charts">
      <div className="card admin__chart-bone">
        <SkeletonBar height={240} />
      </div>
      <div className="card admin__chart-bone">
        <SkeletonBar height={240} />
      </div>
    </div>
  </div>
);

function exportFigures(figures: SiteAnalytics): void {
  const name = siteAnalyticsFileName(figures);
  console.info('Exported the site analytics as', name);
  saveFile(name, new Blob([siteAnalyticsCsv(figures)], { type: 'text/csv;charset=utf-8' }));
}
