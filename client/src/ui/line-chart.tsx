import type { ApexOptions } from 'apexcharts';
import { type Day, dayLabel } from '#domain/days';
import { roundHalfAway, wholeNumber } from '#domain/numbers';
import { ApexChart, chartNonce, colourOf, isDark, useThemeKey } from './apex-chart';
import { useIsNarrow, wantsLittleMotion } from './use-media';
import { dateName, dayName, monthName } from './words';

interface LinePoint {
  readonly day: Day;
  readonly value: number | null;
}

interface LineChartProps {
  readonly name: string;
  /** Oldest first; the line joins neighbours, and where the value is null it has a gap. */
  readonly points: readonly LinePoint[];
  /** The most labels that fit below the line. */
  readonly labels: number;
}

/** Days from which on the labels name months with their year. */
const LONG = 300;

/** A pink line over days, gaps as gaps. */
export function LineChart({ name, points, labels }: LineChartProps) {
  const themeKey = useThemeKey();
  const narrow = useIsNarrow();
  return (
    <ApexChart
      key={`${themeKey}-${labels}`}
      type="line"
      height={narrow ? 220 : 260}
      width="100%"
      series={[{ name, data: points.map(({ day, value }): [number, number | null] => [day, value]) }]}
      options={optionsOf(points, labels)}
    />
  );
}

function optionsOf(points: readonly LinePoint[], labels: number): ApexOptions {
  const line = colourOf('--chart-line');
  const label = { colors: colourOf('--muted'), fontSize: '12px', fontFamily: 'inherit' };
  const span = (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0);
  const ticks = Math.max(1, Math.min(labels - 1, span));
  return {
    chart: {
      ...chartNonce(),
      type: 'line',
      animations: { enabled: !wantsLittleMotion(), speed: 250 },
      toolbar: { show: false },
      zoom: { enabled: false },
      fontFamily: 'inherit',
      background: 'transparent',
    },
    colors: [line],
    // Without it the library thins the line's colour.
    fill: { type: 'solid', opacity: 1 },
    stroke: { width: 2.5, curve: 'straight', lineCap: 'round' },
    // A marker for one point makes the library draw one for all: without a rim those of no size stay unseen.
    markers: { size: 0, strokeWidth: 0, hover: { size: 5 }, discrete: lonePoints(points, line) },
    grid: { borderColor: colourOf('--border'), strokeDashArray: 3, padding: { left: 12, right: 16 } },
    xaxis: {
      type: 'numeric',
      tickAmount: ticks,
      labels: {
        style: label,
        rotate: 0,
        hideOverlappingLabels: true,
        formatter: (day) => (span > LONG ? monthName : dayName)(dayLabel(Math.round(Number(day)))),
      },
      axisBorder: { color: colourOf('--border') },
      axisTicks: { show: false },
      crosshairs: { stroke: { color: colourOf('--control') } },
      tooltip: { enabled: false },
    },
    yaxis: { tickAmount: 4, forceNiceScale: true, labels: { style: label, formatter: axisName } },
    tooltip: {
      marker: { show: false },
      theme: isDark() ? 'dark' : 'light',
      x: { formatter: (day) => dateName(dayLabel(Math.round(day))) },
      y: { formatter: (count) => wholeNumber(count) },
    },
    legend: { show: false },
  };
}

/** A line's height at the axis: 35K, 1.02M. Two decimals, since with one neighbours may read alike; nothing where it is no whole count. */
function axisName(count: number): string {
  if (count >= 1_000_000) return `${roundHalfAway(count / 1_000_000, 2)}M`;
  if (count >= 1000) return `${roundHalfAway(count / 1000, 2)}K`;
  return Number.isInteger(count) ? String(count) : '';
}

/** A value between two gaps has no line: it gets a dot, else it would not be seen at all. */
function lonePoints(points: readonly LinePoint[], colour: string) {
  const seen = (index: number): boolean => (points[index]?.value ?? null) !== null;
  return points.flatMap((_, index) =>
    seen(index) && !seen(index - 1) && !seen(index + 1)
      ? [{ seriesIndex: 0, dataPointIndex: index, size: 3, fillColor: colour, strokeColor: colour, shape: 'circle' as const }]
      : [],
  );
}
