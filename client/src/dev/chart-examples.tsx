import { lazy, Suspense } from 'react';
import { GrowthChart } from '../ui/charts/growth-chart';
import { Sparkline } from '../ui/charts/sparkline';
import { Examples } from './examples';

const DoughnutChart = lazy(() => import('../ui/charts/doughnut-chart').then((module) => ({ default: module.DoughnutChart })));

const days = Array.from({ length: 30 }, (_, index) => `2026-09-${String(index + 1).padStart(2, '0')}`);
const rising = { x: days, y: days.map((_, index) => (index % 9 === 5 ? null : 1000 + index * index)) };
const slices = [
  { name: 'Page view', count: 610 },
  { name: 'Search', count: 300 },
  { name: 'Checkout opened', count: 90 },
];

/** Charts with data, with gaps, and without data. */
export const ChartExamples = () => (
  <>
    <Examples title="Charts" isColumn>
      <GrowthChart name="Followers" series={rising} />
      <GrowthChart name="Pins" note="A series without readings" series={{ x: [], y: [] }} />
      <div aria-hidden="true">
        <Suspense fallback={null}>
          <DoughnutChart slices={slices} />
        </Suspense>
      </div>
    </Examples>
    <Examples title="Sparklines">
      <Sparkline points={[1, 3, 2, 5, 8]} />
      <Sparkline points={[4, 4, 4]} />
    </Examples>
  </>
);
