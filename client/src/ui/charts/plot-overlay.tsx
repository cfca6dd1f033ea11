import type { JumpAnnotation } from '#domain/analytics/growth/chart/annotations';
import type { MeasuredChange } from '#domain/analytics/growth/chart/measure';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import type { Day } from '#domain/days';
import { type Plot, xOfDay, yOfValue } from './plot';

/** Half of the size of the cross at an ignored reading. */
const CROSS_PX = 4;
const CROSS = `l${2 * CROSS_PX} ${2 * CROSS_PX}m0 ${-2 * CROSS_PX}l${-2 * CROSS_PX} ${2 * CROSS_PX}`;
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
    <svg className="cover full" height="100%" overflow="visible" pointerEvents="none" aria-hidden="true">
      {staleSince !== null && (
        <rect
          fill="var(--raised)"
          opacity={0.7}
          x={xOfDay(plot, staleSince)}
          y={plot.topPx}
          width={Math.max(0, xOfDay(plot, plot.lastDay) - xOfDay(plot, staleSince))}
          height={plot.heightPx}
        />
      )}
      <g stroke="var(--chart-line)" strokeWidth={2} strokeLinecap="round" strokeDasharray="0.1 5">
        {gaps.map(([from, to]) => (
          <line key={from.day} x1={place(from).x} y1={place(from).y} x2={place(to).x} y2={place(to).y} />
        ))}
      </g>
      <g fill="none" stroke="var(--warning)" strokeWidth={2}>
        {ignoredDays.map((day) => (
          <path key={day} d={`M${xOfDay(plot, day) - CROSS_PX} ${bottomPx - 2 * CROSS_PX - 2}${CROSS}`} />
        ))}
      </g>
      {measure && (
        <rect
          fill="var(--primary)"
          opacity={0.12}
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
              <line stroke="var(--control)" x1={place(point).x} x2={place(point).x} y1={plot.topPx} y2={bottomPx} />
              <circle cx={place(point).x} cy={place(point).y} r={5} fill="var(--chart-line)" stroke="var(--surface)" strokeWidth={2} />
            </g>
          ),
      )}
      {note && note.day >= plot.firstDay && note.day <= plot.lastDay && (
        <g stroke="var(--primary)" data-testid="note-mark">
          <line strokeDasharray="3 3" x1={xOfDay(plot, note.day)} x2={xOfDay(plot, note.day)} y1={plot.topPx} y2={bottomPx} />
          <path fill="var(--primary)" stroke="none" d={`M${xOfDay(plot, note.day)} ${plot.topPx}h-12l4 5l-4 5h12z`} />
        </g>
      )}
      {annotations.map((annotation, index) => {
        const { x: endX, y } = place(annotation);
        const top = Math.max(NUMBER_RADIUS_PX, y - NUMBER_GAP_PX);
        const startX = xOfDay(plot, annotation.day - annotation.days);
        const hasSpan = annotation.days > 1;
        const x = hasSpan ? (startX + endX) / 2 : endX;
        return (
          <g key={annotation.day} fill="none" stroke="var(--text)">
            {hasSpan && (
              <path
                data-testid="jump-span"
                d={`M${startX} ${top + NUMBER_RADIUS_PX + SPAN_END_PX}v-${SPAN_END_PX}H${endX}v${SPAN_END_PX}`}
              />
            )}
            <circle cx={x} cy={top} r={NUMBER_RADIUS_PX} fill="var(--surface)" />
            <text x={x} y={top} dy="0.36em" textAnchor="middle" fill="var(--text)" stroke="none" fontSize={11} fontWeight={700}>
              {index + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
