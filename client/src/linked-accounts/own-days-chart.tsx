import { useRef } from 'react';
import { parseDay } from '#domain/days';
import { wholeNumber } from '#domain/numbers';
import type { OwnDay, OwnMetric } from '#domain/linked-accounts/own-analytics';
import { Axes } from '../ui/charts/comparison/comparison-drawing';
import { plotOf } from '../ui/charts/comparison/comparison-layout';
import { type Plot, xOfDay, yOfValue } from '../ui/charts/plot';
import { useWidthPx } from '../ui/charts/use-width-px';
import { formatDay } from '../ui/format';
import { useIsNarrow } from '../ui/use-media';
import box from '../ui/charts/chart-box.module.css';

const HEIGHT_PX = 275;
const NARROW_HEIGHT_PX = 235;
/** Half of the label of the last day, with a year. */
const RIGHT_PX = 40;
const BAR_GAP_PX = 1;
/** A bar stands over the label of its day. */
const HALF_DAY = 0.5;

const statusNames = { processing: 'still processing', estimate: 'estimate', missing: 'no figures' } as const;

/** The value of a day as a text; what Pinterest has not counted is never a number. */
export const dayText = ({ status, values }: OwnDay, metric: OwnMetric): string => {
  if (status === 'processing' || status === 'missing') return statusNames[status];
  const value = values[metric];
  const text = value === null ? '–' : wholeNumber(value);
  return status === 'estimate' ? `${text} (${statusNames.estimate})` : text;
};

interface OwnDaysChartProps {
  readonly name: string;
  readonly metric: OwnMetric;
  /** Oldest first, at least one. */
  readonly days: readonly OwnDay[];
}

/** A bar per day. Days that are still processing are hatched over the whole height, estimates are outlined, and days without figures are empty. */
export function OwnDaysChart({ name, metric, days }: OwnDaysChartProps) {
  const chart = useRef<HTMLDivElement>(null);
  const widthPx = useWidthPx(chart);
  const heightPx = useIsNarrow() ? NARROW_HEIGHT_PX : HEIGHT_PX;
  const bars = days.flatMap((day) => {
    const number = parseDay(day.day);
    return number === null ? [] : [{ ...day, number, value: day.values[metric] ?? 0 }];
  });
  const points = bars.map(({ number, value }) => ({ day: number, value }));
  const edges = [(points[0]?.day ?? 0) - HALF_DAY, (points.at(-1)?.day ?? 0) + HALF_DAY].map((day) => ({ day, value: 0 }));
  const plot = plotOf([edges, points], widthPx, heightPx, RIGHT_PX);
  const daysThat = (wanted: OwnDay['status']) =>
    bars
      .filter(({ status }) => status === wanted)
      .map(({ day }) => formatDay(day))
      .join(' and ');
  const [estimated, processing] = [daysThat('estimate'), daysThat('processing')];
  const summary = [
    `${name} per day from ${formatDay(days[0]?.day ?? '')} to ${formatDay(days.at(-1)?.day ?? '')}.`,
    ...(estimated === '' ? [] : [`${estimated}: an estimate.`]),
    ...(processing === '' ? [] : [`${processing}: still processing at Pinterest.`]),
  ].join(' ');
  return (
    <>
      <div ref={chart} className={box.box}>
        {widthPx > 0 && (
          // An img element cannot contain the drawing.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          <svg width={widthPx} height={heightPx} role="img" aria-label={summary}>
            <defs>
              <pattern id="processing" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <line stroke="var(--control)" strokeWidth={2} x1="0" y1="0" x2="0" y2="6" />
              </pattern>
            </defs>
            <Axes plot={plot} />
            {bars.map((bar) => (
              <Bar key={bar.day} plot={plot} bar={bar} />
            ))}
          </svg>
        )}
      </div>
      <p className="caption">{summary}</p>
    </>
  );
}

interface DayBar extends OwnDay {
  readonly number: number;
  readonly value: number;
}

const barFills = { ready: 'var(--chart-line)', estimate: 'transparent', processing: 'url(#processing)' } as const;

function Bar({ plot, bar: { number, value, status, day } }: { readonly plot: Plot; readonly bar: DayBar }) {
  if (status === 'missing') return null;
  const [left, right] = [xOfDay(plot, number - HALF_DAY), xOfDay(plot, number + HALF_DAY)];
  const [bottom, top] = [yOfValue(plot, plot.minValue), status === 'processing' ? plot.topPx : yOfValue(plot, value)];
  return (
    <rect
      fill={barFills[status]}
      stroke={status === 'estimate' ? 'var(--chart-line)' : undefined}
      data-testid={`day-${status}`}
      data-day={day}
      x={left + BAR_GAP_PX / 2}
      width={Math.max(1, right - left - BAR_GAP_PX)}
      y={top}
      height={Math.max(0, bottom - top)}
    />
  );
}
