import { classes } from '../classes';
import { wholeNumber } from '#domain/numbers';
import { formatDate } from '../format';
import { NumberCell, PlainTable } from '../plain-table';
import type { ChartPoint } from './chart-points';
import styles from './point-table.module.css';

interface PointTableProps {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  /** The points that the line shows. */
  readonly plottedPoints: readonly ChartPoint[];
}

/** The points of a line, newest first, with those that it leaves out. */
export function PointTable({ name, points, plottedPoints }: PointTableProps) {
  const plotted = new Set(plottedPoints);
  return (
    // A scrolling table must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes('line-above', styles.table)} tabIndex={0} aria-label={`${name} by day`}>
      <PlainTable name={`${name} by day`} columns={['Day (UTC)', { number: name }]}>
        {points.toReversed().map((point) => (
          <tr key={point.day}>
            <th scope="row">{formatDate(point.day)}</th>
            <NumberCell>
              {!plotted.has(point) && <span className="caption">ignored </span>}
              {wholeNumber(point.value)}
            </NumberCell>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}
