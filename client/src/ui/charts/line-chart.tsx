import type { ApexOptions } from 'apexcharts';
import { dayLabel } from '#domain/days';
import { roundHalfAway, wholeNumber } from '#domain/numbers';
import { ApexChart, chartDefaults, tokenColor, useThemeKey } from './apex-chart';
import type { LinePoint } from './chart-points';
import { useIsDark, useIsNarrow } from '../use-media';
import { formatDate, formatDay, formatMonth } from '../format';

interface LineChartProps {
  readonly name: string;
  /** Oldest first; a value of null is a gap in the line. */
  readonly points: readonly LinePoint[];
  readonly maxLabels: number;
}

/** Longer spans have labels with month and year. */
const MONTH_LABELS_FROM_DAYS = 300;

/** A line chart over days. */
export function LineChart({ name, points, maxLabels }: LineChartProps) {
  const themeKey = useThemeKey();
  const narrow = useIsNarrow();
  const isDark = useIsDark();
  return (
    <ApexChart
      key={`${themeKey}-${maxLabels}`}
      type="line"
      height={narrow ? 220 : 260}
      width="100%"
      series={[{ name, data: points.map(({ day, value }): [number, number | null] => [day, value]) }]}
      options={lineOptions(points, maxLabels, isDark)}
    />
  );
}

function lineOptions(points: readonly LinePoint[], maxLabels: number, isDark: boolean): ApexOptions {
  const lineColor = tokenColor('--chart-line');
  const labelStyle = { colors: tokenColor('--muted'), fontSize: '12px', fontFamily: 'inherit' };
  const spanDays = (points.at(-1)?.day ?? 0) - (points[0]?.day ?? 0);
  const ticks = Math.max(1, Math.min(maxLabels - 1, spanDays));
  return {
    chart: { ...chartDefaults(), type: 'line', toolbar: { show: false }, zoom: { enabled: false } },
    colors: [lineColor],
    // Otherwise the library makes the line translucent.
    fill: { type: 'solid', opacity: 1 },
    stroke: { width: 2.5, curve: 'straight', lineCap: 'round' },
    // One discrete marker makes the library draw markers for all points: without a stroke those of size 0 stay invisible.
    markers: { size: 0, strokeWidth: 0, hover: { size: 5 }, discrete: isolatedPointMarkers(points, lineColor) },
    grid: { borderColor: tokenColor('--border'), strokeDashArray: 3, padding: { left: 12, right: 16 } },
    xaxis: {
      type: 'numeric',
      tickAmount: ticks,
      labels: {
        style: labelStyle,
        rotate: 0,
        hideOverlappingLabels: true,
        formatter: (day) => (spanDays > MONTH_LABELS_FROM_DAYS ? formatMonth : formatDay)(dayLabel(Math.round(Number(day)))),
      },
      axisBorder: { color: tokenColor('--border') },
      axisTicks: { show: false },
      crosshairs: { stroke: { color: tokenColor('--control') } },
      tooltip: { enabled: false },
    },
    yaxis: { tickAmount: 4, forceNiceScale: true, labels: { style: labelStyle, formatter: formatAxisValue } },
    tooltip: {
      marker: { show: false },
      theme: isDark ? 'dark' : 'light',
      x: { formatter: (day) => formatDate(dayLabel(Math.round(day))) },
      y: { formatter: (count) => wholeNumber(count) },
    },
    legend: { show: false },
  };
}

/** A label of the value axis: 35K, 1.02M. Two decimals keep adjacent labels distinct; a fraction has no label. */
function formatAxisValue(count: number): string {
  if (count >= 1_000_000) return `${roundHalfAway(count / 1_000_000, 2)}M`;
  if (count >= 1000) return `${roundHalfAway(count / 1000, 2)}K`;
  return Number.isInteger(count) ? String(count) : '';
}

/** Dots for values between two gaps, which have no line. */
function isolatedPointMarkers(points: readonly LinePoint[], color: string) {
  const hasValue = (index: number): boolean => (points[index]?.value ?? null) !== null;
  return points.flatMap((_, index) =>
    hasValue(index) && !hasValue(index - 1) && !hasValue(index + 1)
      ? [{ seriesIndex: 0, dataPointIndex: index, size: 3, fillColor: color, strokeColor: color, shape: 'circle' as const }]
      : [],
  );
}
