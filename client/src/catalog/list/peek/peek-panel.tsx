import { itemText } from '#domain/catalog/compare/compared-items';
import { defaultMetric, type Metric, metricName } from '#domain/catalog/metrics';
import { entityOf, type EntityType, type Variant } from '#domain/catalog/variants';
import { classes } from '../../../ui/classes';
import { paths } from '../../../site/paths';
import { shortcuts } from '../../../site/shortcuts';
import { JumpBadge } from '../../../ui/badge';
import { GrowthChart } from '../../../ui/charts/growth-chart';
import { CountFact, Fact, FactList } from '../../../ui/fact';
import { EmptyText } from '../../../ui/feedback/empty-text';
import { LoadError } from '../../../ui/feedback/load-error';
import { SidePanel } from '../../../ui/feedback/side-panel';
import { SkeletonBars } from '../../../ui/feedback/skeleton-bars';
import { ButtonLink, ButtonRow, IconButton } from '../../../ui/form/button';
import { formatScore } from '../../../ui/format';
import { rowUsername } from '../../../ui/entity-names';
import { useWindowEvent } from '../../../ui/use-window-event';
import { WatchAction } from '../../../ui/navigation/slots';
import { EntityPicture } from '../../../ui/picture/picture';
import { DetailNotices } from '../../detail/detail-parts';
import { chosenDays, FREE_PERIOD } from '../../detail/growth/detail-view';
import { momentumOver, readingsOf, seriesOf, verdictOver } from '../../detail/growth/readings';
import { type DetailByEntity, useDetail } from '../../detail/use-detail';
import { VerdictPanel } from '../../detail/verdict-panel';
import { ColumnCell } from '../columns/column-cell';
import { type AnyRow, numberColumns, rowCount } from '../list-row';
import styles from './peek-panel.module.css';

const PICTURE_WIDTH_PX = 96;

interface PeekPanelProps {
  readonly variant: Variant;
  readonly row: AnyRow;
  /** The number of the row on its page, from 1. */
  readonly position: number;
  readonly count: number;
  readonly onMove: (step: 1 | -1) => void;
  /** The link of a row, which gets the focus when the panel closes. */
  readonly findOpener: (id: string) => HTMLElement | null;
  readonly onClose: () => void;
}

/** What a row's detail page says first, beside the list: picture, figures, verdict, and the line of 90 days. */
export function PeekPanel({ variant, row, position, count, onMove, findOpener, onClose }: PeekPanelProps) {
  const entity = entityOf[variant];
  useMoveKeys(onMove);
  return (
    <SidePanel
      id={row._id}
      title={row.title}
      takesFocus
      findOpener={findOpener}
      actions={
        <div className="row">
          <IconButton icon="up" aria-label="Previous row" title="Previous row (k)" disabled={position === 1} onClick={() => onMove(-1)} />
          <IconButton icon="down" aria-label="Next row" title="Next row (j)" disabled={position === count} onClick={() => onMove(1)} />
        </div>
      }
      onClose={onClose}
    >
      <div className="row gap-4">
        <EntityPicture entity={entity} row={row} width={PICTURE_WIDTH_PX} isEager />
        <div>
          <p className="muted">{rowUsername(row)}</p>
          <JumpBadge jump={row} />
          <p className="caption" aria-live="polite">
            {position} of {count}
          </p>
        </div>
      </div>
      <ButtonRow>
        <ButtonLink kind="primary" href={paths[entity](row._id)}>
          Open
        </ButtonLink>
        <WatchAction entity={entity} id={row._id} title={row.title} />
        <ButtonLink href={paths.compare(itemText({ entity, id: row._id }))}>Compare</ButtonLink>
      </ButtonRow>
      <PeekDetails key={row._id} variant={variant} entity={entity} row={row} />
    </SidePanel>
  );
}

/** `j` and `k` show the next and previous row, wherever the focus is, in dialogs too. */
function useMoveKeys(onMove: (step: 1 | -1) => void): void {
  const move = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (isTyping || hasModifier || !shortcuts.isEnabled || (event.key !== 'j' && event.key !== 'k')) return;
    event.preventDefault();
    onMove(event.key === 'j' ? 1 : -1);
  };
  // Before the shortcuts of the list, which ignore what is done.
  useWindowEvent('keydown', move, { capture: true });
}

interface PeekDetailsProps {
  readonly variant: Variant;
  readonly entity: EntityType;
  readonly row: AnyRow;
}

/** The figures of the row, and what its details add. */
function PeekDetails({ variant, entity, row }: PeekDetailsProps) {
  const { data: details, error, reload } = useDetail(entity, row._id);
  const metric = defaultMetric[entity];
  const momentum = details ? momentumOver(details, metric, FREE_PERIOD) : undefined;
  return (
    <>
      <FactList className={styles.facts}>
        {numberColumns[variant].map((column) => (
          <CountFact key={column.order} name={column.name} value={rowCount(row, column)} />
        ))}
        <Fact name="90-day growth">
          <ColumnCell row={row} column="growth" />
        </Fact>
        {momentum?.score != null && <Fact name="Momentum">{formatScore(momentum.score)}</Fact>}
      </FactList>
      {details && <Evidence entity={entity} details={details} metric={metric} />}
      {!details && error && error.status !== 404 && <LoadError onRetry={reload} />}
      {!details && error?.status === 404 && <EmptyText>It is gone since the list was loaded.</EmptyText>}
      {!details && !error && <SkeletonBars heights={[150, 260]} data-testid="peek-skeleton" />}
    </>
  );
}

interface EvidenceProps {
  readonly entity: EntityType;
  readonly details: DetailByEntity[EntityType];
  readonly metric: Metric;
}

function Evidence({ entity, details, metric }: EvidenceProps) {
  const series = seriesOf(details)[metric] ?? { x: [], y: [] };
  const { readings } = readingsOf(series, metric, chosenDays(FREE_PERIOD));
  const lastDays = { x: readings.map(({ day }) => day), y: readings.map(({ value }) => value) };
  return (
    <div className={classes('stack gap-4', styles.evidence)}>
      <DetailNotices details={details} />
      <VerdictPanel entity={entity} verdict={verdictOver(details, FREE_PERIOD)} />
      <GrowthChart name={metricName(entity, metric)} title={`${metricName(entity, metric)}, 90 days`} metric={metric} series={lastDays} />
    </div>
  );
}
