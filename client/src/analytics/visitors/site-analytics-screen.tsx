import { formatCount } from '#domain/numbers';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import type { CsvCell } from '#domain/csv';
import { api } from '../../api/api';
import { useResource } from '../../api/resource';
import { navigate } from '../../site/navigation';
import { useShortcuts } from '../../site/shortcuts';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Button } from '../../ui/form/button';
import { Select } from '../../ui/form/select';
import { AdminScreen } from '../../ui/navigation/admin-screen';
import { tabId, TabList } from '../../ui/navigation/tab-list';
import { useSearchText } from '../../ui/navigation/use-path';
import { Overview, OverviewSkeleton } from './overview';
import { ChoiceChart, overviewFigures } from './day-charts';
import { dayChoices, parseSiteAnalyticsView, siteAnalyticsUrl, type SiteAnalyticsView, tabNames, tabs } from './site-analytics-view';
import { TopPagesTable, TopReferrersTable } from './top-tables';
import { saveCsv } from '../../api/download';

type CsvRow = readonly [section: string, item: string, measure: string, value: CsvCell];

/** The figures of a period, one per row. */
function figureRows(analytics: SiteAnalytics): readonly CsvRow[] {
  const previousLabel = analytics.previous.estimated ? 'previous (estimated)' : 'previous';
  return [
    ...overviewFigures.flatMap(({ name, forPeriod }): CsvRow[] => [
      ['Summary', name, 'current', forPeriod(analytics.summary)],
      ['Summary', name, previousLabel, forPeriod(analytics.previous)],
    ]),
    ...analytics.events_by_day.flatMap(({ date, count, visitors, registrations }): CsvRow[] => [
      ['By day', date, 'events', count],
      ['By day', date, 'visitors', visitors],
      ['By day', date, 'registrations', registrations],
    ]),
    ...Object.entries(analytics.events_by_type).map(([name, count]): CsvRow => ['Events by Type', name, 'events', count]),
    ...analytics.top_pages.map(({ path, count }): CsvRow => ['Top Pages', path, 'views', count]),
    ...analytics.top_referrers.map(({ referrer, count }): CsvRow => ['Top Referrers', referrer || 'Direct', 'visits', count]),
  ];
}

/** `site-analytics-30-days-2026-11-21.csv`: the period and its last day. */
const siteAnalyticsFileName = ({ days, as_of }: SiteAnalytics): string => `site-analytics-${days}-days-${as_of.slice(0, 10)}.csv`;

/** The specified delay before new figures are drawn. */
const DRAW_DELAY_MS = 300;

/** `/admin/analytics` */
export function SiteAnalyticsScreen() {
  const view = parseSiteAnalyticsView(useSearchText());
  const { days, tab } = view;
  const queryKey = `site analytics ${days}`;
  const { data, error, busy, reload } = useResource(queryKey, async (signal) => {
    const response = await api('GET /analytics/dashboard', { query: { days }, signal });
    await new Promise((resolve) => setTimeout(resolve, DRAW_DELAY_MS));
    return response;
  });
  const figures = busy ? null : data;
  const save = () => {
    if (figures) exportFigures(figures);
  };
  useShortcuts({ r: () => void reload(), e: save });
  const panel = () => {
    if (busy) return <OverviewSkeleton />;
    if (error) return <ErrorPanel title="We couldn't load the figures." error={error} onRetry={reload} />;
    return figures && <FiguresPanel view={view} figures={figures} />;
  };
  return (
    <AdminScreen
      isReady={figures !== null}
      lead="Monitor traffic and user behavior"
      busy={busy}
      actions={
        <>
          <Select
            label="Period"
            value={days}
            options={dayChoices.map((value) => ({ name: `Last ${formatCount(value, 'day', 'days')}`, value }))}
            onChange={(selected) => navigate(siteAnalyticsUrl({ ...view, days: selected }))}
          />
          <Button disabled={!figures} data-testid="export-csv" onClick={save}>
            Export
          </Button>
        </>
      }
    >
      <TabList
        name="Site Analytics"
        tabs={tabs}
        names={tabNames}
        selected={tab}
        onSelect={(selected) => navigate(siteAnalyticsUrl({ ...view, tab: selected }), { replace: true })}
      />
      {tabs.map((name) => (
        <div
          key={name}
          id={tabId(name, 'panel')}
          role="tabpanel"
          aria-labelledby={tabId(name, 'tab')}
          aria-busy={busy}
          hidden={name !== tab}
        >
          {name === tab && panel()}
        </div>
      ))}
    </AdminScreen>
  );
}

/** The panel of the chosen tab. A row of a table shows its days in the chart. */
function FiguresPanel({ view, figures }: { readonly view: SiteAnalyticsView; readonly figures: SiteAnalytics }) {
  const { days, tab, page, source } = view;
  const choose = (chosen: Partial<SiteAnalyticsView>) => navigate(siteAnalyticsUrl({ ...view, page: null, source: null, ...chosen }));
  const hasChoice = page !== null || source !== null;
  const pageName = figures.top_pages.find(({ path }) => path === page)?.title ?? page;
  const chart = hasChoice ? (
    <ChoiceChart key={`${page} ${source}`} days={days} page={page} source={source} pageName={pageName} onRemove={() => choose({})} />
  ) : null;
  const table = { analytics: figures, isFull: tab !== 'overview' };
  const pages = <TopPagesTable {...table} chosen={page} onChoose={(chosen) => choose({ page: chosen })} />;
  const sources = <TopReferrersTable {...table} chosen={source} onChoose={(chosen) => choose({ source: chosen })} />;
  if (tab !== 'overview')
    return (
      <>
        {chart}
        {tab === 'pages' ? pages : sources}
      </>
    );
  return (
    <Overview analytics={figures} choiceChart={chart} onRemoveChoice={() => hasChoice && choose({})}>
      {pages}
      {sources}
    </Overview>
  );
}

function exportFigures(figures: SiteAnalytics): void {
  const name = siteAnalyticsFileName(figures);
  console.info('Exported the site analytics as', name);
  saveCsv(name, ['Section', 'Item', 'Measure', 'Value'], figureRows(figures));
}
