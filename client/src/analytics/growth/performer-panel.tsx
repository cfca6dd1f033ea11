import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { TopPerformer } from '#domain/analytics/growth/contract';
import { indicatorsOf } from '#domain/analytics/growth/indicators';
import { metricName } from '#domain/catalog/metrics';
import { wholeNumber } from '#domain/numbers';
import { paths } from '../../site/paths';
import { Fact } from '../../ui/fact';
import { GrowthChart } from '../../ui/charts/growth-chart';
import { displayName } from '../../ui/entity-names';
import { Button } from '../../ui/form/button';
import { Count } from '../../ui/count';
import { Dialog } from '../../ui/feedback/dialog';
import { Icon } from '../../ui/icon';
import { LoadError } from '../../ui/feedback/load-error';
import { lastNavigationKind } from '../../site/navigation';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { notify } from '../../site/toast';
import { useEscape } from '../../ui/use-escape';
import { useIsCompact } from '../../ui/use-media';
import type { GrowthView } from './growth-view';
import { performerButtonId, formatScore } from './performers-table';
import { fetchSeries, illustrativeLine, hasLine, lastDaysOf } from './trajectory';
import { useResource } from '../../api/use-resource';

interface PerformerPanelProps {
  readonly performer: TopPerformer;
  readonly view: GrowthView;
  readonly onClose: () => void;
}

/** One performer closely: a column beside the table, or a dialog where there is no room for one. */
export function PerformerPanel({ performer, view, onClose }: PerformerPanelProps) {
  const isCompact = useIsCompact();
  const content = <PanelContent key={performer._id} performer={performer} view={view} />;
  if (!isCompact) {
    return (
      <PanelColumn id={performer._id} title={displayName(performer)} onClose={onClose}>
        {content}
      </PanelColumn>
    );
  }
  return (
    <Dialog title={displayName(performer)} onClose={onClose}>
      <div className="side-panel side-panel--dialog" data-testid="side-panel">
        <Button data-safe kind="quiet" className="side-panel__close" onClick={onClose}>
          <Icon name="close" /> Close
        </Button>
        {content}
      </div>
    </Dialog>
  );
}

interface PanelColumnProps {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function PanelColumn({ id, title, onClose, children }: PanelColumnProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  useEscape(true, onClose);
  useLayoutEffect(() => {
    const element = panel.current;
    if (lastNavigationKind() !== 'load') heading.current?.focus();
    // What had the focus goes with the panel: it returns to the row.
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById(performerButtonId(id))?.focus();
    };
  }, [id]);
  return (
    <aside ref={panel} className="side-panel side-panel--column" aria-labelledby={headingId} data-testid="side-panel">
      <div className="side-panel__head">
        <h2 id={headingId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </aside>
  );
}

function PanelContent({ performer, view: { entity, metric, period } }: Pick<PerformerPanelProps, 'performer' | 'view'>) {
  const { _id: id, current_rank: rank, previous_rank: previousRank } = performer;
  return (
    <>
      <dl className="facts side-panel__facts">
        <Fact name="Current Value">
          <Count value={performer.current_value} />
        </Fact>
        <Fact name="Growth Score">{formatScore(performer.momentum_score)}</Fact>
        <Fact name="Current Rank">{wholeNumber(rank)}</Fact>
        <Fact name="Prev Rank">{previousRank === null ? 'N/A' : wholeNumber(previousRank)}</Fact>
      </dl>
      <Trajectory performer={performer} view={{ entity, metric, period }} />
      <PerformanceIndicators performer={performer} />
      <p className="side-panel__actions">
        <Link href={paths[entity](id)} className="button button--primary">
          View Profile
        </Link>
        <Button onClick={() => void shareLink()}>Share</Button>
      </p>
    </>
  );
}

interface TrajectoryProps {
  readonly performer: TopPerformer;
  readonly view: Pick<GrowthView, 'entity' | 'metric' | 'period'>;
}

/** The entity's own days of the period; where it has none of this metric, a line that says it is made up. */
function Trajectory({ performer: { _id: id, current_value: current }, view: { entity, metric, period } }: TrajectoryProps) {
  const { data, error, busy, reload } = useResource(`${entity} ${id} ${metric}`, (signal) => fetchSeries(entity, id, metric, signal));
  const [today] = useState(() => new Date());
  if (busy) return <SkeletonBar height={200} />;
  if (error || !data) return <LoadError onRetry={() => void reload()} />;
  const series = lastDaysOf(data, period);
  if (hasLine(series)) return <GrowthChart title="Growth Trajectory" name={metricName(entity, metric)} metric={metric} series={series} />;
  return (
    <GrowthChart
      title="Growth Trajectory"
      name="The illustrative line"
      note="Illustrative: we have no days of this metric yet."
      series={illustrativeLine(current, period, today)}
    />
  );
}

function PerformanceIndicators({ performer }: { readonly performer: TopPerformer }) {
  const { growth, pace, quality } = indicatorsOf(performer);
  return (
    <section aria-label="Performance Indicators">
      <h3 className="side-panel__title">Performance Indicators</h3>
      <dl className="side-panel__indicators">
        <Fact name="Growth">{growth ?? 'Unknown'}</Fact>
        <Fact name="Pace">{pace ?? 'Unknown'}</Fact>
        <Fact name="Data quality">{quality}</Fact>
      </dl>
    </section>
  );
}

async function shareLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify('Link copied.', 'success');
  } catch {
    notify('The link could not be copied. It is in the address bar.', 'error');
  }
}
