import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GrowthAnalytics, TopPerformer } from '#domain/analytics/growth/contract';
import { metricName } from '#domain/catalog/metrics';
import { variantNouns, variants } from '#domain/catalog/variants';
import { compactNumber, formatCount, oneDecimal, wholeNumber } from '#domain/numbers';
import { titleWithWholeId } from '#domain/catalog/title';
import { SECOND_MS } from '#domain/durations';
import { useEndpoint } from '../../api/resource';
import { DataQualityTools, useDataQuality } from '../../data-quality/data-quality-tools';
import { navigate } from '../../site/navigation';
import { useShortcuts } from '../../site/shortcuts';
import { notify } from '../../site/toast';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Button } from '../../ui/form/button';
import { formatDate, formatScore } from '../../ui/format';
import { periodNames } from '../../ui/momentum-labels';
import { AdminScreen } from '../../ui/navigation/admin-screen';
import { useSearchText } from '../../ui/navigation/use-path';
import { GrowthFilters } from './growth-filters';
import { growthUrl, type GrowthView, parseGrowthView, withGrowthFilter } from './growth-view';
import { PerformersSkeleton, PerformersTable } from './performers-table';
import { saveCsv } from '../../api/download';
import { SidePanel } from '../../ui/feedback/side-panel';
import { PerformerDetails } from './performer-details';
import { Count } from '../../ui/count';
import { MetricCard, MetricCardRow } from '../metric-card';
import styles from './growth-screen.module.css';

const REFRESH_INTERVAL_SECONDS = 30;

/** Refreshes every 30 seconds while on. The countdown stops while paused, under a dialog, and on a hidden page. Returns the seconds left. */
function useAutoRefresh(isOn: boolean, isPaused: boolean, refresh: () => void): number {
  const [shownSeconds, setShownSeconds] = useState(REFRESH_INTERVAL_SECONDS);
  const secondsLeft = useRef(REFRESH_INTERVAL_SECONDS);
  const setSecondsLeft = (seconds: number) => {
    secondsLeft.current = seconds;
    setShownSeconds(seconds);
  };
  const tick = useEffectEvent(() => {
    if (document.hidden || document.querySelector('dialog[open]')) return;
    if (secondsLeft.current > 1) return setSecondsLeft(secondsLeft.current - 1);
    setSecondsLeft(REFRESH_INTERVAL_SECONDS);
    refresh();
  });
  const reset = useEffectEvent(() => setSecondsLeft(REFRESH_INTERVAL_SECONDS));
  useEffect(() => {
    if (!isOn) return undefined;
    return () => reset();
  }, [isOn]);
  useEffect(() => {
    if (!isOn || isPaused) return undefined;
    const timer = setInterval(() => tick(), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOn, isPaused]);
  return shownSeconds;
}

/** `momentum-analytics-2026-11-21T14-03-05-120Z.csv`: the time without characters that file names can't have. */
const performersFileName = (at: Date): string => `momentum-analytics-${at.toISOString().replace(/[:.]/g, '-')}.csv`;

/** `/admin/growth` */
export function GrowthScreen() {
  const view = parseGrowthView(useSearchText());
  const { entity, period, metric, limit, openId } = view;
  const query = { entity_type: entity, period, metric, limit };
  const { data: own, shown: data, error, busy, reload } = useEndpoint('GET /admin/analytics', { query });
  const quality = useDataQuality(data?.data_quality ?? null);
  const performers = data?.momentum_insights.top_performers ?? [];
  // While another filter loads, the previous rows stay; they may be of another entity type, so they can't be opened.
  const isStale = own === null;
  const openPerformer = isStale ? undefined : performers.find(({ _id: id }) => id === openId);
  const show = (change: Partial<GrowthView>) => navigate(growthUrl({ ...view, ...change }));
  const save = () => exportPerformers(isStale ? [] : performers);
  const refresh = () => void reload();
  useShortcuts({ r: refresh, e: save, s: () => void quality.scan() });
  return (
    <AdminScreen
      isReady={data !== null}
      lead={
        <>
          Tracking <span data-testid="total-entities">{data ? wholeNumber(data.total_entities) : '–'}</span> {trackedNoun(data)}
        </>
      }
      busy={busy}
      actions={
        <>
          <Button onClick={refresh}>Refresh</Button>
          <AutoRefresh isPaused={openPerformer !== undefined} onRefresh={refresh} />
          <Button data-testid="export-csv" disabled={isStale || performers.length === 0} onClick={save}>
            Export (CSV)
          </Button>
        </>
      }
      panel={
        openPerformer && (
          <SidePanel id={openPerformer._id} title={openPerformer.title} onClose={() => show({ openId: null })}>
            <PerformerDetails key={openPerformer._id} performer={openPerformer} view={view} />
          </SidePanel>
        )
      }
    >
      {error && <ErrorPanel title="We couldn't load the growth figures." error={error} onRetry={refresh} />}
      {(data || !error) && <StatCards analytics={data} />}
      <GrowthFilters filter={view} onChange={(change) => navigate(growthUrl(withGrowthFilter(view, change)))} />
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
      {/* Not below placeholders: the tools would move when there are fewer performers. */}
      {(data || error) && <DataQualityTools quality={quality} />}
    </AdminScreen>
  );
}

interface TopPerformersProps {
  readonly analytics: GrowthAnalytics | null;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The card around the table; hidden if its rows failed to load. */
const TopPerformers = ({ analytics, busy, children }: TopPerformersProps) =>
  (analytics !== null || busy) && (
    <Card title="Top Performers" aria-busy={busy}>
      {analytics?.as_of && <p className="caption">Scores as of {formatDate(analytics.as_of)}</p>}
      {analytics ? children : <PerformersSkeleton />}
    </Card>
  );

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
      {isOn && <span className={classes('caption number', styles.countdown)}>{isPaused ? 'paused' : `next in ${secondsLeft} s`}</span>}
    </>
  );
}

/** Saves the top performers as CSV. */
function exportPerformers(performers: readonly TopPerformer[]): void {
  if (performers.length === 0) return;
  saveCsv(
    performersFileName(new Date()),
    ['Rank', 'Name', 'Current Value', 'Growth Score'],
    performers.map((performer) => [
      performer.current_rank,
      titleWithWholeId(performer._id, performer.title),
      performer.current_value,
      performer.momentum_score,
    ]),
  );
  notify(`Exported ${formatCount(performers.length, 'row', 'rows')}.`, 'success');
}

/** The size of the catalog and its average growth; while they load, the same cards with "–", so that nothing below moves. */
function StatCards({ analytics }: { readonly analytics: GrowthAnalytics | null }) {
  const { database_stats: stats, momentum_insights: insights } = analytics ?? {};
  const average = insights?.average_momentum ?? null;
  const cards = [
    {
      name: 'Boards',
      testId: 'boards-total',
      value: <Count value={stats?.boards.total} />,
      note: `${stats ? compactNumber(stats.boards.collaborative) : '–'} collaborative`,
    },
    { name: 'Creators', testId: 'creators-total', value: <Count value={stats?.pinners.total} />, note: 'active pinners' },
    { name: 'Pins', testId: 'pins-total', value: <Count value={stats?.pins.total} />, note: 'content tracked' },
    {
      name: 'Avg Growth',
      testId: 'avg-growth',
      value: formatScore(average && oneDecimal(average)),
      note: 'average score (0\u2060–\u2060100)',
    },
  ];
  return (
    <MetricCardRow isCompact {...(analytics ? {} : { testId: 'growth-skeleton' })}>
      {cards.map(({ name, testId, value, note }) => (
        <MetricCard key={name} name={name} value={value} {...(analytics ? { valueTestId: testId } : {})}>
          <p className="caption">{note}</p>
        </MetricCard>
      ))}
    </MetricCardRow>
  );
}
