import { type ReactNode, useState } from 'react';
import type { GrowthAnalytics, TopPerformer } from '#domain/analytics/growth/contract';
import { metricName } from '#domain/catalog/metrics';
import { compactNumber } from '#domain/numbers';
import { api } from '../../api/api';
import { saveFile } from '../../api/download';
import { useShortcuts } from '../../site/shortcuts';
import { DataQualityTools } from '../../data-quality/data-quality-tools';
import { useDataQuality } from '../../data-quality/use-data-quality';
import { useSearchText } from '../../ui/navigation/use-path';
import { Button } from '../../ui/form/button';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { navigate } from '../../site/navigation';
import { Screen } from '../../ui/navigation/screen';
import { Spinner } from '../../ui/feedback/spinner';
import { notify } from '../../site/toast';
import { formatCount, formatDate } from '../../ui/format';
import { performersCsv, performersFileName } from './performers-csv';
import { GrowthFilters } from './growth-filters';
import { growthUrl, parseGrowthView, type GrowthView, withFilter } from './growth-view';
import { PerformersSkeleton, PerformersTable } from './performers-table';
import { PerformerPanel } from './performer-panel';
import { StatCardsSkeleton, StatCards } from './stat-cards';
import { useResource } from '../../api/use-resource';
import { useAutoRefresh } from './use-auto-refresh';
import '../../styles/admin-colours.css';
import '../../styles/admin.css';

/** `/admin/growth` */
export function GrowthScreen() {
  const view = parseGrowthView(useSearchText());
  const { entity, period, metric, limit, openId } = view;
  const query = { entity_type: entity, period, metric, limit };
  const queryKey = JSON.stringify(query);
  const { data, dataKey, error, busy, reload } = useResource(queryKey, (signal) => api('GET /admin/analytics', { query, signal }));
  const quality = useDataQuality(data?.data_quality ?? null, reload);
  const performers = data?.momentum_insights.top_performers ?? [];
  // Rows of the filter before are no longer of the kind that the address names: they wait, and none of them opens.
  const isStale = dataKey !== queryKey;
  const openPerformer = isStale ? undefined : performers.find(({ _id: id }) => id === openId);
  const show = (change: Partial<GrowthView>) => navigate(growthUrl({ ...view, ...change }));
  const save = () => exportPerformers(isStale ? [] : performers);
  const refresh = () => void reload();
  useShortcuts({ r: refresh, e: save, s: () => void quality.scan() });
  return (
    <div className={openPerformer ? 'with-panel' : ''}>
      <Screen className="admin" isReady={data !== null}>
        <div className="admin__head">
          <Intro analytics={data} busy={busy} />
          <div className="admin__actions">
            <Button onClick={refresh}>Refresh</Button>
            <AutoRefresh paused={openPerformer !== undefined || quality.pendingCleanup !== null} onRefresh={refresh} />
            <Button data-testid="export-csv" disabled={isStale || performers.length === 0} onClick={save}>
              Export (CSV)
            </Button>
          </div>
        </div>
        {error && <ErrorPanel title="We could not load the growth figures." error={error} onRetry={refresh} />}
        {data ? <StatCards analytics={data} /> : !error && <StatCardsSkeleton />}
        <GrowthFilters filter={view} onChange={(change) => navigate(growthUrl(withFilter(view, change)))} />
        <DataQualityTools quality={quality} />
        <TopPerformers analytics={data} busy={busy}>
          <PerformersTable
            performers={performers}
            metric={metricName(entity, metric)}
            page={view.page}
            openId={openId}
            isStale={busy || isStale}
            isLocked={isStale}
            onPage={(page) => show({ page })}
            onOpen={(id) => show({ openId: id })}
          />
        </TopPerformers>
      </Screen>
      {openPerformer && <PerformerPanel performer={openPerformer} view={view} onClose={() => show({ openId: null })} />}
    </div>
  );
}

interface AutoRefreshProps {
  readonly paused: boolean;
  readonly onRefresh: () => void;
}

/** The switch that asks for new figures every 30 seconds. */
function AutoRefresh({ paused, onRefresh }: AutoRefreshProps) {
  const [isOn, setIsOn] = useState(false);
  const secondsLeft = useAutoRefresh(isOn, paused, onRefresh);
  return (
    <>
      <Button data-testid="auto-refresh" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        Auto {isOn ? 'ON' : 'OFF'}
      </Button>
      {isOn && <span className="caption">{paused ? 'paused' : `next in ${secondsLeft} s`}</span>}
    </>
  );
}

interface TopPerformersProps {
  readonly analytics: GrowthAnalytics | null;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The table's place, with the day of its scores; none where its rows could not be loaded. */
function TopPerformers({ analytics, busy, children }: TopPerformersProps) {
  if (!analytics && !busy) return null;
  return (
    <section className="card" aria-labelledby="top-performers" aria-busy={busy}>
      <h2 id="top-performers">Top Performers</h2>
      {analytics?.as_of && <p className="caption">Scores of {formatDate(analytics.as_of)}</p>}
      {analytics ? children : <PerformersSkeleton />}
    </section>
  );
}

const Intro = ({ analytics, busy }: { readonly analytics: GrowthAnalytics | null; readonly busy: boolean }) => (
  <p className="lead">
    Following{' '}
    <span data-testid="total-entities" title={analytics ? String(analytics.total_entities) : undefined}>
      {compactNumber(analytics?.total_entities)}
    </span>{' '}
    boards, creators and pins <Spinner busy={busy} label="Loading the figures" />
  </p>
);

function exportPerformers(performers: readonly TopPerformer[]): void {
  if (performers.length === 0) return;
  saveFile(performersFileName(new Date()), new Blob([performersCsv(performers)], { type: 'text/csv;charset=utf-8' }));
  notify(`Exported ${formatCount(performers.length, 'row', 'rows')}.`, 'success');
}
