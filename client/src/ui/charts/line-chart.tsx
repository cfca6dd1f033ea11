import type { ApexOptions } from 'apexcharts';
import { memo } from 'react';
import { type Day, dayLabel } from '#domain/days';
import { roundHalfAway, wholeNumber } from '#domain/numbers';
import { ApexChart, chartDefaults, tokenColor, useThemeKey } from './apex-chart';
import { axisLabel, axisSteps } from './axis-days';
import type { LinePoint } from './chart-points';
import type { Plot } from './plot';
import { useIsDark, useIsNarrow } from '../use-media';
import { formatDate } from '../format';

interface LineChartProps {
  readonly name: string;
  /** Oldest first; a value of null is a gap in the line. */
  readonly points: readonly LinePoint[];
  readonly maxLabels: number;
  /** A second, dashed line on the same days. */
  readonly dashedPoints?: readonly LinePoint[];
  /** A third line, dotted, on the same days. */
  readonly previousPoints?: readonly LinePoint[];
  /** True: the axis starts at 0. */
  readonly isFromZero?: boolean;
  /** Where the days end; by default with the last point. */
  readonly endDay?: Day;
  /** Called with the place of the plot once it is drawn; the chart then has no tooltip of its own. */
  readonly onDraw?: (plot: Plot) => void;
}

/** A line chart over days. Drawn again only with other props: following the pointer must not redraw the line. */
export const LineChart = memo(function LineChart({ isFromZero = false, endDay, onDraw, ...lines }: LineChartProps) {
  const { name, points, maxLabels, dashedPoints, previousPoints } = lines;
  const themeKey = useThemeKey();
  const narrow = useIsNarrow();
  const isDark = useIsDark();
  return (
    <ApexChart
      key={`${themeKey}-${maxLabels}`}
      type="line"
      height={narrow ? 220 : 260}
      width="100%"
      series={[
        { name, data: points.map(toPair) },
        ...(dashedPoints && dashedPoints.length > 0 ? [{ name: `${name} before`, data: dashedPoints.map(toPair) }] : []),
        ...(previousPoints && previousPoints.length > 0
          ? [{ name: `${name} in the previous period`, data: previousPoints.map(toPair) }]
          : []),
      ]}
      options={lineOptions(points, maxLabels, isDark, isFromZero, endDay, onDraw)}
    />
  );
});

const toPair = ({ day, value }: LinePoint): [number, number | null] => [day, value];

function lineOptions(
  points: readonly LinePoint[],
  maxLabels: number,
  isDark: boolean,
  isFromZero: boolean,
  endDay?: Day,
  onDraw?: (plot: Plot) => void,
): ApexOptions {
  const lineColor = tokenColor('--chart-line');
  const labelStyle = { colors: tokenColor('--muted'), fontSize: '12px', fontFamily: 'inherit' };
  const firstDay = points[0]?.day ?? 0;
  const lastDay = endDay ?? points.at(-1)?.day ?? 0;
  const spanDays = lastDay - firstDay;
  return {
    chart: {
      ...chartDefaults(),
      type: 'line',
      toolbar: { show: false },
      zoom: { enabled: false },
      ...(onDraw ? { events: drawEvents(onDraw) } : {}),
    },
    colors: [lineColor, tokenColor('--muted'), tokenColor('--muted')],
    // Otherwise the library makes the line translucent.
    fill: { type: 'solid', opacity: 1 },
    stroke: { width: [2.5, 2, 2], curve: 'straight', lineCap: 'round', dashArray: [0, 5, 3] },
    // One discrete marker makes the library draw markers for all points: without a stroke those of size 0 stay invisible.
    markers: { size: 0, strokeWidth: 0, hover: { size: onDraw ? 0 : 5 }, discrete: isolatedPointMarkers(points, lineColor) },
    grid: { borderColor: tokenColor('--border'), strokeDashArray: 3, padding: { left: 12, right: 16 } },
    xaxis: {
      type: 'numeric',
      tickAmount: axisSteps(spanDays, maxLabels),
      ...(onDraw ? { min: firstDay, max: lastDay } : {}),
      labels: {
        style: labelStyle,
        rotate: 0,
        hideOverlappingLabels: true,
        formatter: (day) => axisLabel(Math.round(Number(day)), spanDays),
      },
      axisBorder: { color: tokenColor('--border') },
      axisTicks: { show: false },
      crosshairs: { show: !onDraw, stroke: { color: tokenColor('--control') } },
      tooltip: { enabled: false },
    },
    yaxis: {
      ...(isFromZero ? { min: 0 } : {}),
      tickAmount: 4,
      forceNiceScale: true,
      labels: { style: labelStyle, formatter: formatAxisValue },
    },
    tooltip: {
      enabled: !onDraw,
      marker: { show: false },
      theme: isDark ? 'dark' : 'light',
      x: { formatter: (day) => formatDate(dayLabel(Math.round(day))) },
      y: { formatter: (count) => wholeNumber(count) },
    },
    legend: { show: false },
  };
}

/** The measures of a drawn chart that the library keeps. */
interface DrawnChart {
  readonly w: {
    readonly globals: {
      readonly translateX: number;
      readonly translateY: number;
      readonly gridWidth: number;
      readonly gridHeight: number;
      readonly minX: number;
      readonly maxX: number;
      readonly minYArr: readonly number[];
      readonly maxYArr: readonly number[];
    };
  };
}

/** Reports where the lines are, whenever they are drawn. */
function drawEvents(onDraw: (plot: Plot) => void) {
  const report = ({ w: { globals } }: DrawnChart) =>
    onDraw({
      leftPx: globals.translateX,
      topPx: globals.translateY,
      widthPx: globals.gridWidth,
      heightPx: globals.gridHeight,
      firstDay: globals.minX,
      lastDay: globals.maxX,
      minValue: globals.minYArr[0] ?? 0,
      maxValue: globals.maxYArr[0] ?? 0,
    });
  return { mounted: report, updated: report };
}

/** A label of the value axis: 35K, 1.02M. Two decimals keep adjacent labels distinct; a fraction has no label. */
function formatAxisValue(count: number): string {
  if (count >= 1_000_000) return `${wholeNumber(roundHalfAway(count / 1_000_000, 2))}M`;
  if (count >= 1000) return `${wholeNumber(roundHalfAway(count / 1000, 2))}K`;
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
