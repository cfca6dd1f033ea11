import type { TopPerformer } from '#domain/analytics/growth-analytics';
import { wholeNumber } from '#domain/numbers';
import { titleOf } from '../catalog/rows';
import { Button } from '../ui/button';
import { Count } from '../ui/count';
import { Bone } from '../ui/skeleton';

/** Rows of a page. */
const ROWS = 10;

/** The id of a performer's button, where the focus goes back to when its panel closes. */
export const performerButton = (id: string): string => `performer-${id}`;

interface PerformersTableProps {
  readonly performers: readonly TopPerformer[];
  /** What is counted, as people read it. */
  readonly metric: string;
  readonly page: number;
  /** The performer in the side panel. */
  readonly open: string | null;
  /** True while newer rows are on their way. */
  readonly old: boolean;
  /** True while the rows are those of another filter: none of them opens. */
  readonly locked: boolean;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: string) => void;
}

/** The best performers, ten on a page. */
export function PerformersTable({ performers, metric, page: asked, open, old, locked, onPage, onOpen }: PerformersTableProps) {
  const pages = Math.max(1, Math.ceil(performers.length / ROWS));
  const page = Math.min(asked, pages);
  const first = (page - 1) * ROWS;
  const rows = performers.slice(first, first + ROWS);
  if (rows.length === 0) return <p className="chart__none">Nothing is scored here yet. Scores come with the nightly run.</p>;
  return (
    <>
      <table className={`plain performers ${old ? 'performers--old' : ''}`} data-testid="performers-table">
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
            <Row key={performer._id} performer={performer} open={performer._id === open} locked={locked} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      <nav className="performers__pages" aria-label="Pages of performers">
        <output>
          Showing {first + 1}-{first + rows.length} of {wholeNumber(performers.length)}
        </output>
        <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </nav>
    </>
  );
}

interface RowProps {
  readonly performer: TopPerformer;
  readonly open: boolean;
  readonly locked: boolean;
  readonly onOpen: (id: string) => void;
}

function Row({ performer, open, locked, onOpen }: RowProps) {
  const { _id: id, current_rank: rank, current_value: value, momentum_score: score } = performer;
  return (
    <tr className="performers__row" data-testid="performer-row">
      <td className="performers__rank">{wholeNumber(rank)}</td>
      <th scope="row">
        {/* Its label is the text in the span, which the rule does not see. */}
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
        <button
          type="button"
          id={performerButton(id)}
          className="performers__name"
          aria-expanded={open}
          disabled={locked}
          onClick={() => onOpen(id)}
        >
          <span className="performers__text">{titleOf(performer)}</span>
        </button>
      </th>
      <td className="plain__number performers__value">
        <Count value={value} />
      </td>
      <td className="performers__growth">
        <div className="performers__scored">
          <span className="performers__score">{scoreLabel(score)}</span>
          <GrowthBar score={score} />
        </div>
      </td>
    </tr>
  );
}

/** A score as people read it: one decimal, `–` without one. */
export const scoreLabel = (score: number | null): string => (score === null ? '–' : score.toFixed(1));

/** The score as a bar, full at 100; the number beside it says the same. */
function GrowthBar({ score }: { readonly score: number | null }) {
  return (
    <span className="growth-bar" data-testid="growth-bar" aria-hidden="true">
      <span className="growth-bar__part" style={{ width: `${Math.min(100, Math.max(0, score ?? 0))}%` }} />
    </span>
  );
}

/** The table's room while its rows are on their way. */
export const PerformerBones = () => (
  <div className="performers__bones" aria-hidden="true">
    {Array.from({ length: ROWS }, (_, index) => (
      <Bone key={index} height={20} />
    ))}
  </div>
);
