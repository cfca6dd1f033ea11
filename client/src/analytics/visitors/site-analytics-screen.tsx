import { formatCount } from '#domain/numbers';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { api } from '../../api/api';
import { saveFile } from '../../api/download';
import { useResource } from '../../api/use-resource';
import { navigate } from '../../site/navigation';
import { useShortcuts } from '../../site/shortcuts';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Spinner } from '../../ui/feedback/spinner';
import { Button } from '../../ui/form/button';
import { Select } from '../../ui/form/select';
import { AdminScreen } from '../../ui/navigation/admin-screen';
import { TabList, tabId } from '../../ui/navigation/tab-list';
import { useSearchText } from '../../ui/navigation/use-path';
import { Overview, OverviewSkeleton } from './overview';
import { siteAnalyticsCsv, siteAnalyticsFileName } from './site-analytics-csv';
import { dayChoices, parseSiteAnalyticsView, siteAnalyticsUrl, tabNames, tabs } from './site-analytics-view';
import { TopPagesTable, TopReferrersTable } from './top-tables';

/** The specified delay before new figures are drawn. */
const DRAW_DELAY_MS = 300;

/** `/admin/analytics` */
export function SiteAnalyticsScreen() {
  const { days, tab } = parseSiteAnalyticsView(useSearchText());
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
  const panel = () => {
    if (busy) return <OverviewSkeleton />;
    if (error) return <ErrorPanel title="We couldn't load the figures." error={error} onRetry={() => void reload()} />;
    return figures && panels[tab](figures);
  };
  return (
    <AdminScreen
      isReady={figures !== null}
      lead={
        <>
          Monitor traffic and user behavior <Spinner busy={busy} label="Loading the figures" />
        </>
      }
      actions={
        <>
          <Select
            label="Period"
            value={String(days)}
            options={dayChoices.map((number) => ({ name: `Last ${formatCount(number, 'day', 'days')}`, value: String(number) }))}
            onChange={(selected) => navigate(siteAnalyticsUrl({ ...parseSiteAnalyticsView(`days=${selected}`), tab }))}
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
        onSelect={(selected) => navigate(siteAnalyticsUrl({ days, tab: selected }), { replace: true })}
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

const panels = {
  overview: (analytics: SiteAnalytics) => <Overview analytics={analytics} />,
  pages: (analytics: SiteAnalytics) => <TopPagesTable analytics={analytics} isFull />,
  sources: (analytics: SiteAnalytics) => <TopReferrersTable analytics={analytics} isFull />,
};

function exportFigures(figures: SiteAnalytics): void {
  const name = siteAnalyticsFileName(figures);
  console.info('Exported the site analytics as', name);
  saveFile(name, new Blob([siteAnalyticsCsv(figures)], { type: 'text/csv;charset=utf-8' }));
}
