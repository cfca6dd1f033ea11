import { type ReactNode, useState } from 'react';
import type { GrowthAnalytics, TopPerformer } from '#domain/analytics/growth-analytics';
import { metricName } from '#domain/analytics/metrics';
import { compactNumber } from '#domain/numbers';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { useShortcuts } from '../app/shortcuts';
import { QualityTools } from '../data-quality/quality-tools';
import { useQuality } from '../data-quality/use-quality';
import { useSearchText } from '../ui/address';
import { Button } from '../ui/button';
import { ErrorPanel } from '../ui/error-panel';
import { go } from '../ui/navigation';
import { Screen } from '../ui/screen';
import { Spinner } from '../ui/spinner';
import { notify } from '../ui/toast';
import { counted, dateName } from '../ui/words';
import { performersCsv, performersFile } from './growth-csv';
import { GrowthFilters } from './growth-filters';
import { addressOfGrowth, growthViewIn, type GrowthView, withFilter } from './growth-view';
import { PerformerBones, PerformersTable } from './performers-table';
import { SidePanel } from './side-panel';
import { StatBones, StatCards } from './stat-cards';
import { useAnswer } from './use-answer';
import { useAutoRefresh } from './use-auto-refresh';
import '../styles/admin-colours.css';
import '../styles/admin.css';

/** `/admin/growth` */
export function GrowthScreen() {
  const view = growthViewIn(useSearchText());
  const { entity, period, metric, limit, open } = view;
  const query = { entity_type: entity, period, metric, limit };
  const question = JSON.stringify(query);
  const { data, of, fault, busy, ask } = useAnswer(question, (signal) => api('GET /admin/analytics', { query, signal }));
  const quality = useQuality(data?.data_quality ?? null, ask);
  const performers = data?.momentum_insights.top_performers ?? [];
  // Rows of the filter before are no longer of the kind that the address names: they wait, and none of them opens.
  const isOther = of !== question;
  const opened = isOther ? undefined : performers.find(({ _id: id }) => id === open);
  const show = (change: Partial<GrowthView>) => go(addressOfGrowth({ ...view, ...change }));
  const save = () => exportPerformers(isOther ? [] : performers);
  const refresh = () => void ask();
  useShortcuts({ r: refresh, e: save, s: () => void quality.scan() });
  return (
    <div className={opened ? 'with-panel' : ''}>
      <Screen className="admin" ready={data !== null}>
        <div className="admin__head">
          <Intro of={data} busy={busy} />
          <div className="admin__actions">
            <Button onClick={refresh}>Refresh</Button>
            <AutoRefresh paused={opened !== undefined || quality.asking !== null} onRefresh={refresh} />
            <Button data-testid="export-csv" disabled={isOther || performers.length === 0} onClick={save}>
              Export (CSV)
            </Button>
          </div>
        </div>
        {fault && <ErrorPanel title="We could not load the growth figures." fault={fault} onRetry={refresh} />}
        {data ? <StatCards of={data} /> : !fault && <StatBones />}
        <GrowthFilters filter={view} onChange={(change) => go(addressOfGrowth(withFilter(view, change)))} />
        <QualityTools quality={quality} />
        <TopPerformers of={data} busy={busy}>
          <PerformersTable
            performers={performers}
            metric={metricName(entity, metric)}
            page={view.page}
            open={open}
            old={busy || isOther}
            locked={isOther}
            onPage={(page) => show({ page })}
            onOpen={(id) => show({ open: id })}
          />
        </TopPerformers>
      </Screen>
      {opened && <SidePanel performer={opened} view={view} onClose={() => show({ open: null })} />}
    </div>
  );
}

interface AutoRefreshProps {
  readonly paused: boolean;
  readonly onRefresh: () => void;
}

/** The switch that asks for new figures every 30 seconds. */
function AutoRefresh({ paused, onRefresh }: AutoRefreshProps) {
  const [on, setOn] = useState(false);
  const left = useAutoRefresh(on, paused, onRefresh);
  return (
    <>
      <Button data-testid="auto-refresh" aria-pressed={on} onClick={() => setOn(!on)}>
        Auto {on ? 'ON' : 'OFF'}
      </Button>
      {on && <span className="caption">{paused ? 'paused' : `next in ${left} s`}</span>}
    </>
  );
}

interface TopPerformersProps {
  readonly of: GrowthAnalytics | null;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** The table's place, with the day of its scores; none where its rows could not be loaded. */
function TopPerformers({ of, busy, children }: TopPerformersProps) {
  if (!of && !busy) return null;
  return (
    <section className="card" aria-labelledby="top-performers" aria-busy={busy}>
      <h2 id="top-performers">Top Performers</h2>
      {of?.as_of && <p className="caption">Scores of {dateName(of.as_of)}</p>}
      {of ? children : <PerformerBones />}
    </section>
  );
}

const Intro = ({ of, busy }: { readonly of: GrowthAnalytics | null; readonly busy: boolean }) => (
  <p className="lead">
    Following{' '}
    <span data-testid="total-entities" title={of ? String(of.total_entities) : undefined}>
      {compactNumber(of?.total_entities)}
    </span>{' '}
    boards, creators and pins <Spinner busy={busy} label="Loading the figures" />
  </p>
);

function exportPerformers(performers: readonly TopPerformer[]): void {
  if (performers.length === 0) return;
  saveFile(performersFile(new Date()), new Blob([performersCsv(performers)], { type: 'text/csv;charset=utf-8' }));
  notify(`Exported ${counted(performers.length, 'row', 'rows')}.`, 'success');
}
