import { classes } from '../../../ui/classes';
import { type RefObject, useState } from 'react';
import { type Gain, gainText } from '#domain/analytics/growth/chart/gains';
import { dayLabel } from '#domain/days';
import { Axes } from '../../../ui/charts/comparison/comparison-drawing';
import { plotOf } from '../../../ui/charts/comparison/comparison-layout';
import { DayPointer } from '../../../ui/charts/day-pointer';
import { type Plot, xOfDay, yOfValue } from '../../../ui/charts/plot';
import { useWidthPx } from '../../../ui/charts/use-width-px';
import { formatDate, formatDay } from '../../../ui/format';
import { ScrollTable } from '../../../ui/data-table';
import { useIsNarrow } from '../../../ui/use-media';
import box from '../../../ui/charts/chart-box.module.css';
import table from '../../../ui/charts/point-table.module.css';

const HEIGHT_PX = 275;
const NARROW_HEIGHT_PX = 235;
/** Half of the label of the last day, with a year. */
const RIGHT_PX = 40;
/** Between two bars. */
const BAR_GAP_PX = 1;

interface GainsChartProps {
  readonly name: string;
  /** A sentence that describes the bars. */
  readonly summary: string;
  /** Oldest first, at least one. */
  readonly gains: readonly Gain[];
  /** Gets the element with the drawing. */
  readonly chart: RefObject<HTMLDivElement | null>;
}

/** The gains per day as bars from 0, each as wide as the days that it covers, with the one under the pointer above them. */
export function GainsChart({ name, summary, gains, chart }: GainsChartProps) {
  const isNarrow = useIsNarrow();
  const widthPx = useWidthPx(chart);
  const heightPx = isNarrow ? NARROW_HEIGHT_PX : HEIGHT_PX;
  const [activeIndex, setActiveIndex] = useState<number | null>(null);
  const index = Math.min(activeIndex ?? gains.length - 1, gains.length - 1);
  // From 0 on the day before the first bar.
  const [first] = gains;
  const origin = first ? [{ day: first.day - first.days, value: 0 }] : [];
  const plot = plotOf([origin, gains], widthPx, heightPx, RIGHT_PX);
  const shown = gains[index];
  return (
    <>
      <p className={box.reading} data-testid="chart-reading">
        {shown && (
          <>
            <span>{formatDay(dayLabel(shown.day))}:</span> <strong className="number">{gainText(shown.value)}</strong> {daysText(shown)}
          </>
        )}
      </p>
      <div ref={chart} className={box.box}>
        {widthPx > 0 && (
          // An img element cannot contain the drawing.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <svg width={widthPx} height={heightPx} role="img" aria-label={summary}>
            <Axes plot={plot} />
            {gains.map((gain, place) => (
              <Bar key={gain.day} plot={plot} gain={gain} isActive={place === activeIndex} />
            ))}
          </svg>
        )}
        <DayPointer
          name={`${name} gained`}
          points={gains}
          plot={plot}
          index={index}
          valueText={shown ? `${formatDate(dayLabel(shown.day))}: ${gainText(shown.value)} ${daysText(shown)}` : ''}
          onMove={setActiveIndex}
        />
      </div>
    </>
  );
}

/** `in one day`, or `a day over 7 days`. */
const daysText = ({ days }: Gain): string => (days === 1 ? 'in one day' : `a day over ${days} days`);

function Bar({ plot, gain: { day, value, days }, isActive }: { readonly plot: Plot; readonly gain: Gain; readonly isActive: boolean }) {
  const [left, right] = [xOfDay(plot, day - days), xOfDay(plot, day)];
  const [zero, end] = [yOfValue(plot, 0), yOfValue(plot, value)];
  return (
    <rect
      fill={isActive ? 'var(--text)' : 'var(--chart-line)'}
      data-testid="gain-bar"
      x={left + BAR_GAP_PX / 2}
      width={Math.max(1, right - left - BAR_GAP_PX)}
      y={Math.min(zero, end)}
      height={Math.abs(end - zero)}
    />
  );
}

/** The gains as a table, newest first. */
export const GainsTable = ({ name, gains }: Pick<GainsChartProps, 'name' | 'gains'>) => (
  <ScrollTable
    areaClass={classes('line-above', table.table)}
    name={`${name} per day`}
    columns={[
      { name: 'Until (UTC)', render: ({ day }) => formatDate(dayLabel(day)) },
      { name: 'Days', isNumber: true, render: ({ days }) => days },
      { name: `${name} per day`, isNumber: true, render: ({ value }) => gainText(value) },
    ]}
    rows={gains.toReversed()}
    keyOf={({ day }) => day}
  />
);
