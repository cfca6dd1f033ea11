import { classes } from '../classes';
import type { JumpAnnotation } from '#domain/analytics/growth/chart/annotations';
import type { MeasuredChange } from '#domain/analytics/growth/chart/measure';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Day } from '#domain/days';
import { type Plot, xOfDay, yOfValue } from './plot';
import styles from './plot-overlay.module.css';

/** Half of the size of the cross at an ignored reading. */
const CROSS_PX = 4;
const NUMBER_RADIUS_PX = 9;
/** The distance between a point and the number above it. */
const NUMBER_GAP_PX = 16;
/** The ends of the bracket over the days of a jump that has no reading of each. */
const SPAN_END_PX = 4;

interface PlotOverlayProps {
  readonly plot: Plot;
  /** Pairs of points without a reading between them. */
  readonly gaps: readonly (readonly [DayPoint, DayPoint])[];
  readonly annotations: readonly JumpAnnotation[];
  /** The days of ignored readings. */
  readonly ignoredDays: readonly Day[];
  /** The last day with a reading, where it is old. */
  readonly staleSince: Day | null;
  /** A note of the user, which a flag marks. */
  readonly note?: { readonly day: Day } | null;
  readonly active: DayPoint | undefined;
  /** The reading that is fixed. */
  readonly start: DayPoint | undefined;
  readonly measure: MeasuredChange | null;
}

/** What is drawn over the lines of a chart; words beside the chart say the same. */
export function PlotOverlay({ plot, gaps, annotations, ignoredDays, staleSince, note, active, start, measure }: PlotOverlayProps) {
  const bottomPx = plot.topPx + plot.heightPx;
  const place = ({ day, value }: DayPoint) => ({ x: xOfDay(plot, day), y: yOfValue(plot, value) });
  return (
    <svg className={classes('cover full', styles.overlay)} aria-hidden="true">
      {staleSince !== null && (
        <rect
          className={styles.stale}
          x={xOfDay(plot, staleSince)}
          y={plot.topPx}
          width={Math.max(0, xOfDay(plot, plot.lastDay) - xOfDay(plot, staleSince))}
          height={plot.heightPx}
        />
      )}
      {gaps.map(([from, to]) => (
        <line key={from.day} className={styles.gap} x1={place(from).x} y1={place(from).y} x2={place(to).x} y2={place(to).y} />
      ))}
      {ignoredDays.map((day) => {
        const x = xOfDay(plot, day);
        const y = bottomPx - CROSS_PX - 2;
        return (
          <path
            key={day}
            className={styles.ignored}
            d={`M${x - CROSS_PX} ${y - CROSS_PX}l${2 * CROSS_PX} ${2 * CROSS_PX}m0 ${-2 * CROSS_PX}l${-2 * CROSS_PX} ${2 * CROSS_PX}`}
          />
        );
      })}
      {measure && (
        <rect
          className={styles.measure}
          x={place(measure.from).x}
          y={plot.topPx}
          width={place(measure.to).x - place(measure.from).x}
          height={plot.heightPx}
        />
      )}
      {[start, measure?.from, measure?.to, active].map(
        (point, index) =>
          point && (
            // The points may be of one day.
            // oxlint-disable-next-line react/no-array-index-key
            <g key={index}>
              <line className={styles.crosshair} x1={place(point).x} x2={place(point).x} y1={plot.topPx} y2={bottomPx} />
              <circle className={styles.point} cx={place(point).x} cy={place(point).y} r={5} />
            </g>
          ),
      )}
      {note && note.day >= plot.firstDay && note.day <= plot.lastDay && (
        <g className={styles.note} data-testid="note-mark">
          <line x1={xOfDay(plot, note.day)} x2={xOfDay(plot, note.day)} y1={plot.topPx} y2={bottomPx} />
          <path d={`M${xOfDay(plot, note.day)} ${plot.topPx}h-12l4 5l-4 5h12z`} />
        </g>
      )}
      {annotations.map((annotation, index) => {
        const { x: endX, y } = place(annotation);
        const top = Math.max(NUMBER_RADIUS_PX, y - NUMBER_GAP_PX);
        const startX = xOfDay(plot, annotation.day - annotation.days);
        const hasSpan = annotation.days > 1;
        const x = hasSpan ? (startX + endX) / 2 : endX;
        return (
          <g key={annotation.day} className={styles.number}>
            {hasSpan && (
              <path
                data-testid="jump-span"
                d={`M${startX} ${top + NUMBER_RADIUS_PX + SPAN_END_PX}v-${SPAN_END_PX}H${endX}v${SPAN_END_PX}`}
              />
            )}
            <circle cx={x} cy={top} r={NUMBER_RADIUS_PX} />
            <text x={x} y={top} dy="0.36em" textAnchor="middle">
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
