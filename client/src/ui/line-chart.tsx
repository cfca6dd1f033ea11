import type { ApexOptions } from 'apexcharts';
import * as chartModule from 'react-apexcharts';
import { useSnapshot } from 'valtio';
import { type Day, dayLabel } from '#domain/days';
import { compactNumber, wholeNumber } from '#domain/numbers';
import { theme } from './theme';
import { useDeviceIsDark, useIsNarrow, wantsLittleMotion } from './use-media';
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

// The package is CommonJS: depending on who loads it, the component is the module's default or the default's default.
type Component = typeof chartModule.default;
const outer = chartModule.default as Component & { readonly default?: Component };
const Chart = outer.default ?? outer;

/** Days from which on the labels name months with their year. */
const LONG = 300;

/** The one place that knows the charting library: a pink line over days, gaps as gaps. */
export function LineChart({ name, points, labels }: LineChartProps) {
  // Colours are read when drawn: both make the chart draw again when the theme changes.
  const { value } = useSnapshot(theme);
  const deviceIsDark = useDeviceIsDark();
  const narrow = useIsNarrow();
  return (
    <Chart
      key={`${value}-${deviceIsDark}-${labels}`}
      type="line"
      height={narrow ? 220 : 260}
      width="100%"
      series={[{ name, data: points.map(({ day, value }): [number, number | null] => [day, value]) }]}
      options={optionsOf(points, labels)}
    />
  );
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const nonce = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined;

function optionsOf(points: readonly LinePoint[], labels: number): ApexOptions {
  const line = token('--chart-line');
  const label = { colors: token('--muted'), fontSize: '12px', fontFamily: 'inherit' };
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
    grid: { borderColor: token('--border'), strokeDashArray: 3, padding: { left: 12, right: 16 } },
    xaxis: {
      type: 'numeric',
      tickAmount: ticks,
      labels: {
        style: label,
        rotate: 0,
        hideOverlappingLabels: true,
        formatter: (day) => (span > LONG ? monthName : dayName)(dayLabel(Math.round(Number(day)))),
      },
      axisBorder: { color: token('--border') },
      axisTicks: { show: false },
      crosshairs: { stroke: { color: token('--control') } },
      tooltip: { enabled: false },
    },
    yaxis: { tickAmount: 4, forceNiceScale: true, labels: { style: label, formatter: (count) => compactNumber(Math.round(count)) } },
    tooltip: {
      marker: { show: false },
      theme: isDark() ? 'dark' : 'light',
      x: { formatter: (day) => dateName(dayLabel(Math.round(day))) },
      y: { formatter: (count) => wholeNumber(count) },
    },
    legend: { show: false },
  };
}

// The library puts a style element into the page, which the security policy lets in by the page's nonce only.
function chartNonce(): { nonce?: string } {
  const known = nonce();
  return known === undefined ? {} : { nonce: known };
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

const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme.includes('dark');
