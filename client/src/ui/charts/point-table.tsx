import { classes } from '../classes';
import { wholeNumber } from '#domain/numbers';
import { formatDate } from '../format';
import { ScrollTable } from '../data-table';
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
    <ScrollTable
      areaClass={classes('line-above', styles.table)}
      name={`${name} by day`}
      columns={[
        { name: 'Day (UTC)', render: ({ day }) => formatDate(day) },
        {
          name,
          isNumber: true,
          render: (point) => (
            <>
              {!plotted.has(point) && <span className="caption">ignored </span>}
              {wholeNumber(point.value)}
            </>
          ),
        },
      ]}
      rows={points.toReversed()}
      keyOf={({ day }) => day}
    />
  );
}
