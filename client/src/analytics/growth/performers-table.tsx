import type { TopPerformer } from '#domain/analytics/growth/contract';
import { wholeNumber } from '#domain/numbers';
import { displayName } from '../../ui/entity-names';
import { Button } from '../../ui/form/button';
import { Count } from '../../ui/count';
import { SkeletonBar } from '../../ui/feedback/skeleton';

/** Rows of a page. */
const ROWS_PER_PAGE = 10;

/** The id of a performer's button, where the focus goes back to when its panel closes. */
export const performerButtonId = (id: string): string => `performer-${id}`;

interface PerformersTableProps {
  readonly performers: readonly TopPerformer[];
  /** What is counted, as people read it. */
  readonly metric: string;
  readonly page: number;
  /** The performer in the side panel. */
  readonly openId: string | null;
  /** True while newer rows are on their way. */
  readonly isStale: boolean;
  /** True while the rows are those of another filter: none of them opens. */
  readonly isLocked: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: string) => void;
}

/** The best performers, ten on a page. */
export function PerformersTable({
  performers,
  metric,
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
  if (rows.length === 0) return <p className="chart__none">Nothing is scored here yet. Scores come with the nightly run.</p>;
  return (
    <>
      <table className={`plain performers ${isStale ? 'performers--old' : ''}`} data-testid="performers-table">
        <caption className="sr-only">Top Performers</caption>
        <thead>
          <tr>
            <th scope="col" className="performers__rank">
              Rank
            </th>
            <th scope="col">Name</th>
            <th scope="col" className="plain__number performers__value">
              Current Value<span className="sr-only">: {metric}</span>
            </th>
            <th scope="col" className="performers__growth">
              Growth
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((performer) => (
            <PerformerRow key={performer._id} performer={performer} isOpen={performer._id === openId} isLocked={isLocked} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      <nav className="performers__pages" aria-label="Pages of performers">
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

interface PerformerRowProps {
  readonly performer: TopPerformer;
  readonly isOpen: boolean;
  readonly isLocked: boolean;
  readonly onOpen: (id: string) => void;
}

function PerformerRow({ performer, isOpen, isLocked, onOpen }: PerformerRowProps) {
  const { _id: id, current_rank: rank, current_value: value, momentum_score: score } = performer;
  return (
    <tr className="performers__row" data-testid="performer-row">
      <td className="performers__rank">{wholeNumber(rank)}</td>
      <th scope="row">
        {/* Its label is the text in the span, which the rule does not see. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <button
          type="button"
          id={performerButtonId(id)}
          className="performers__name"
          aria-expanded={isOpen}
          disabled={isLocked}
          onClick={() => onOpen(id)}
        >
          <span className="performers__text">{displayName(performer)}</span>
        </button>
      </th>
      <td className="plain__number performers__value">
        <Count value={value} />
      </td>
      <td className="performers__growth">
        <div className="performers__scored">
          <span className="performers__score">{formatScore(score)}</span>
          <ScoreBar score={score} />
        </div>
      </td>
    </tr>
  );
}

/** A score as people read it: one decimal, `–` without one. */
export const formatScore = (score: number | null): string => (score === null ? '–' : score.toFixed(1));

/** The score as a bar, full at 100; the number beside it says the same. */
function ScoreBar({ score }: { readonly score: number | null }) {
  return (
    <span className="growth-bar" data-testid="growth-bar" aria-hidden="true">
      <span className="growth-bar__part" style={{ width: `${Math.min(100, Math.max(0, score ?? 0))}%` }} />
    </span>
  );
}

/** The table's room while its rows are on their way. */
export const PerformersSkeleton = () => (
  <div className="performers__bones" aria-hidden="true">
    {Array.from({ length: ROWS_PER_PAGE }, (_, index) => (
      <SkeletonBar key={index} height={20} />
    ))}
  </div>
);
