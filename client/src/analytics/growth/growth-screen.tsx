import { type ReactNode, useState } from 'react';
import type { GrowthAnalytics, TopPerformer } from '#domain/analytics/growth/contract';
import { metricName } from '#domain/catalog/metrics';
import { variantNouns, variants } from '#domain/catalog/variants';
import { formatCount, wholeNumber } from '#domain/numbers';
import { api } from '../../api/api';
import { saveFile } from '../../api/download';
import { useResource } from '../../api/use-resource';
import { DataQualityTools } from '../../data-quality/data-quality-tools';
import { type DataQuality, useDataQuality } from '../../data-quality/use-data-quality';
import { navigate } from '../../site/navigation';
import { useShortcuts } from '../../site/shortcuts';
import { notify } from '../../site/toast';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Spinner } from '../../ui/feedback/spinner';
import { Button } from '../../ui/form/button';
import { formatDate } from '../../ui/format';
import { periodNames } from '../../ui/momentum-labels';
import { AdminScreen } from '../../ui/navigation/admin-screen';
import { useSearchText } from '../../ui/navigation/use-path';
import { GrowthFilters } from './growth-filters';
import { growthUrl, parseGrowthView, type GrowthView, withFilter } from './growth-view';
import { PerformerPanel } from './performer-panel';
import { performersCsv, performersFileName } from './performers-csv';
import { PerformersSkeleton, PerformersTable } from './performers-table';
import { StatCards } from './stat-cards';
import { useAutoRefresh } from './use-auto-refresh';
import styles from './growth-screen.module.css';

/** `/admin/growth` */
export function GrowthScreen() {
  const view = parseGrowthView(useSearchText());
  const { entity, period, metric, limit, openId } = view;
  const query = { entity_type: entity, period, metric, limit };
  const queryKey = JSON.stringify(query);
  const { data, dataKey, error, busy, reload } = useResource(queryKey, (signal) => api('GET /admin/analytics', { query, signal }));
  const quality = useDataQuality(data?.data_quality ?? null);
  const performers = data?.momentum_insights.top_performers ?? [];
  // While another filter loads, the previous rows stay; they may be of another entity type, so they can't be opened.
  const isStale = dataKey !== queryKey;
  const openPerformer = isStale ? undefined : performers.find(({ _id: id }) => id === openId);
  const show = (change: Partial<GrowthView>) => navigate(growthUrl({ ...view, ...change }));
  const save = () => exportPerformers(isStale ? [] : performers);
  const refresh = () => void reload();
  useShortcuts({ r: refresh, e: save, s: () => void quality.scan() });
  return (
    <div className={openPerformer && styles.withPanel}>
      <AdminScreen
        isReady={data !== null}
        lead={
          <>
            Tracking <span data-testid="total-entities">{data ? wholeNumber(data.total_entities) : '–'}</span> {trackedNoun(data)}{' '}
            <Spinner busy={busy} label="Loading the figures" />
          </>
        }
        actions={
          <>
            <Button onClick={refresh}>Refresh</Button>
            <AutoRefresh isPaused={openPerformer !== undefined} onRefresh={refresh} />
            <Button data-testid="export-csv" disabled={isStale || performers.length === 0} onClick={save}>
              Export (CSV)
            </Button>
          </>
        }
      >
        {error && <ErrorPanel title="We couldn't load the growth figures." error={error} onRetry={refresh} />}
        {(data || !error) && <StatCards analytics={data} />}
        <GrowthFilters filter={view} onChange={(change) => navigate(growthUrl(withFilter(view, change)))} />
        <TopPerformers analytics={data} busy={busy}>
          <PerformersTable
            entity={entity}
            performers={performers}
            hasScores={typeof data?.as_of === 'string'}
            metric={metricName(entity, metric)}
            periodName={periodNames[period]}
            page={view.page}
            openId={openId}
            isStale={busy || isStale}
            isLocked={isStale}
            onPage={(page) => show({ page })}
            onOpen={(id) => show({ openId: id })}
          />
        </TopPerformers>
        <SettledTools isSettled={[data, error].some(Boolean)} quality={quality} />
      </AdminScreen>
      {openPerformer && <PerformerPanel performer={openPerformer} view={view} onClose={() => show({ openId: null })} />}
    </div>
  );
}

/** What the total counts, after its number: `board` where the catalog has nothing but one board. */
function trackedNoun(data: GrowthAnalytics | null): string {
  const single = data?.total_entities === 1 ? variants.find((variant) => data.database_stats[variant].total === 1) : undefined;
  return single ? variantNouns[single].one : 'boards, influencers, and pins';
}

/** The auto-refresh toggle with its countdown. */
function AutoRefresh({ isPaused, onRefresh }: { readonly isPaused: boolean; readonly onRefresh: () => void }) {
  const [isOn, setIsOn] = useState(false);
  const secondsLeft = useAutoRefresh(isOn, isPaused, onRefresh);
  return (
    <>
      <Button data-testid="auto-refresh" aria-pressed={isOn} onClick={() => setIsOn(!isOn)}>
        Auto {isOn ? 'ON' : 'OFF'}
      </Button>
      {isOn && <span className={classes('caption', styles.countdown)}>{isPaused ? 'paused' : `next in ${secondsLeft} s`}</span>}
    </>
  );
}

/** The tools, not below placeholders: they would move when there are fewer performers. */
const SettledTools = ({ isSettled, quality }: { readonly isSettled: boolean; readonly quality: DataQuality }) =>
  isSettled && <DataQualityTools quality={quality} />;

interface TopPerformersProps {
  readonly analytics: GrowthAnalytics | null;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The card around the table; hidden if its rows failed to load. */
function TopPerformers({ analytics, busy, children }: TopPerformersProps) {
  if (!analytics && !busy) return null;
  return (
    <Card aria-labelledby="top-performers" aria-busy={busy}>
      <h2 id="top-performers">Top Performers</h2>
      {analytics?.as_of && <p className="caption">Scores as of {formatDate(analytics.as_of)}</p>}
      {analytics ? children : <PerformersSkeleton />}
    </Card>
  );
}

function exportPerformers(performers: readonly TopPerformer[]): void {
  if (performers.length === 0) return;
  saveFile(performersFileName(new Date()), new Blob([performersCsv(performers)], { type: 'text/csv;charset=utf-8' }));
  notify(`Exported ${formatCount(performers.length, 'row', 'rows')}.`, 'success');
}
