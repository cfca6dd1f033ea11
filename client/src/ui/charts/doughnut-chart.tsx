import type { ApexOptions } from 'apexcharts';
import { compactNumber } from '#domain/numbers';
import { ApexChart, chartDefaults, tokenColor, useThemeKey } from './apex-chart';

/** The number of category colors, and so of slices. */
const SLICE_COLOR_COUNT = 6;

/** A doughnut in the category colors, for a text with the same names and values beside it. */
export function DoughnutChart({ slices }: { readonly slices: readonly { readonly name: string; readonly count: number }[] }) {
  const themeKey = useThemeKey();
  return (
    <ApexChart
      key={`${themeKey}-${slices.map(({ name }) => name).join()}`}
      type="donut"
      height={220}
      width="100%"
      series={slices.map(({ count }) => count)}
      options={doughnutOptions(slices.map(({ name }) => name))}
    />
  );
}

function doughnutOptions(labels: string[]): ApexOptions {
  return {
    chart: { ...chartDefaults(), type: 'donut' },
    labels,
    colors: Array.from({ length: SLICE_COLOR_COUNT }, (_, index) => tokenColor(`--category-${index + 1}`)),
    // Adjacent colors have the same lightness: the gap between them separates the slices.
    stroke: { width: 2, colors: [tokenColor('--surface')] },
    fill: { type: 'solid', opacity: 1 },
    dataLabels: { enabled: false },
    legend: { show: false },
    plotOptions: { pie: { donut: { size: '62%' }, expandOnClick: false } },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    tooltip: { fillSeriesColor: false, y: { formatter: (count: number) => compactNumber(count) } },
  };
}
