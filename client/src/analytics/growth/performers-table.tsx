import type { TopPerformer } from '#domain/analytics/growth/contract';
import type { EntityType } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { JumpBadge } from '../../ui/badge';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { formatUsername } from '../../ui/entity-names';
import { EmptyText } from '../../ui/feedback/empty-text';
import { openerId } from '../../ui/feedback/side-panel';
import { SkeletonBars } from '../../ui/feedback/skeleton-bars';
import { Button } from '../../ui/form/button';
import { formatScore } from '../../ui/format';
import { GrowthPercent } from '../../ui/growth-percent';
import { type TableColumn, DataTable } from '../../ui/data-table';
import { EntityPicture } from '../../ui/picture/picture';
import rowLink from '../../ui/row-link.module.css';
import styles from './performers-table.module.css';

const ROWS_PER_PAGE = 10;
const PICTURE_WIDTH_PX = 32;

interface PerformersTableProps {
  readonly entity: EntityType;
  readonly performers: readonly TopPerformer[];
  /** False before the first computation of the scores. */
  readonly hasScores: boolean;
  /** The metric's name on screen. */
  readonly metric: string;
  readonly periodName: string;
  readonly page: number;
  /** The id of the performer in the side panel. */
  readonly openId: string | null;
  /** True while newer rows load. */
  readonly isStale: boolean;
  /** True while the rows belong to the previous filter; they can't be opened then. */
  readonly isLocked: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: string) => void;
}

/** The top performers, ten per page. */
export function PerformersTable({
  entity,
  performers,
  hasScores,
  metric,
  periodName,
  page: requestedPage,
  openId,
  isStale,
  isLocked,
  onPage,
  onOpen,
}: PerformersTableProps) {
  const pageCount = Math.max(1, Math.ceil(performers.length / ROWS_PER_PAGE));
  const page = Math.min(requestedPage, pageCount);
  const firstIndex = (page - 1) * ROWS_PER_PAGE;
  const rows = performers.slice(firstIndex, firstIndex + ROWS_PER_PAGE);
  if (rows.length === 0) {
    return (
      <EmptyText>
        {hasScores
          ? 'Nothing has a score for this metric and period. Scores need readings on two days, at least one within the period.'
          : "No scores yet. They're computed every night."}
      </EmptyText>
    );
  }
  const columns: readonly TableColumn<TopPerformer>[] = [
    { name: 'Rank', className: classes('number', styles.rank), render: ({ current_rank: rank }) => wholeNumber(rank) },
    {
      name: 'Picture',
      head: <span className="sr-only">Picture</span>,
      className: styles.picture,
      render: (performer) => <EntityPicture entity={entity} row={performer} width={PICTURE_WIDTH_PX} />,
    },
    {
      name: 'Name',
      isHeading: true,
      render: (performer) => <PerformerName performer={performer} isOpen={performer._id === openId} isLocked={isLocked} onOpen={onOpen} />,
    },
    {
      name: 'Current Value',
      head: (
        <>
          Current Value<span className="sr-only">: {metric}</span>
        </>
      ),
      isNumber: true,
      className: styles.value,
      render: ({ current_value: value, growth_percent: percent }) => (
        <>
          <Count value={value} />
          {percent !== null && (
            <div className={classes('text-md', styles.percent)}>
              <GrowthPercent percent={percent} /> <span className="caption">in {periodName}</span>
            </div>
          )}
        </>
      ),
    },
    {
      name: 'Growth',
      head: (
        <>
          Growth <span className="caption nowrap">{'score 0\u2060–\u2060100'}</span>
        </>
      ),
      className: styles.growth,
      render: ({ momentum_score: score }) => (
        <div className={styles.growthContent}>
          <span className={classes('number', styles.score)}>{formatScore(score)}</span>
          <ScoreBar score={score} />
        </div>
      ),
    },
  ];
  return (
    <>
      <DataTable
        name="Top Performers"
        columns={columns}
        rows={rows}
        keyOf={({ _id: id }) => id}
        className={classes('mt-2', styles.table, isStale && styles.stale)}
        rowClass={classes('relative', styles.row)}
        testId="performers-table"
        rowTestId="performer-row"
      />
      <nav className={classes('cluster mt-3 gap-3', styles.pages)} aria-label="Pages of performers">
        <output>
          Showing {firstIndex + 1}-{firstIndex + rows.length} of {wholeNumber(performers.length)}
        </output>
        <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </nav>
    </>
  );
}

interface PerformerNameProps extends Pick<PerformersTableProps, 'isLocked' | 'onOpen'> {
  readonly performer: TopPerformer;
  readonly isOpen: boolean;
}

/** The button that opens a performer, with its row as its target. */
const PerformerName = ({ performer, isOpen, isLocked, onOpen }: PerformerNameProps) => (
  <div className="cluster gap-x-2">
    {/* The rule does not see the label inside the span. */}
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
    <button
      type="button"
      id={openerId(performer._id)}
      className={classes('plain-link strong bare anywhere', rowLink.link, styles.name)}
      aria-expanded={isOpen}
      disabled={isLocked}
      onClick={() => onOpen(performer._id)}
    >
      <span className="two-lines" dir="auto">
        {performer.title}
      </span>
    </button>
    <JumpBadge jump={performer} />
    {performer.pinner_username !== null && (
      <span className={classes('small anywhere', styles.owner)} dir="auto">
        {formatUsername(performer.pinner_username)}
      </span>
    )}
  </div>
);

/** The score as a bar, full at 100; hidden from screen readers, since the number is beside it. */
function ScoreBar({ score }: { readonly score: number | null }) {
  return (
    <span className={classes('pill block clip', styles.bar)} data-testid="growth-bar" aria-hidden="true">
      <span className={classes('block', styles.barFill)} style={{ width: `${Math.min(100, Math.max(0, score ?? 0))}%` }} />
    </span>
  );
}

/** Takes the space of the table while it loads. */
export const PerformersSkeleton = () => (
  <SkeletonBars heights={Array<number>(ROWS_PER_PAGE).fill(20)} className={classes('stack', styles.skeleton)} aria-hidden="true" />
);
