import { classes } from '../classes';
import { wholeNumber } from '#domain/numbers';
import { formatDate } from '../format';
import { DataTable, ScrollArea } from '../data-table';
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
  const label = `${name} by day`;
  return (
    <ScrollArea name={label} className={classes('line-above', styles.table)}>
      <DataTable
        name={label}
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
    </ScrollArea>
  );
}
