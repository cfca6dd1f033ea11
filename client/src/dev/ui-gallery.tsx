import { useSnapshot } from 'valtio';
import { Suspense, useState } from 'react';
import { classes } from '../ui/classes';
import { cycleTheme, theme } from '../site/theme';
import { ToastRegion } from '../ui/feedback/toast-region';
import { Button } from '../ui/form/button';
import { AdminScreen } from '../ui/navigation/admin-screen';
import { CurrentRouteTexts } from '../ui/navigation/screen';
import { ContentExamples } from './content-examples';
import { FeedbackExamples, FormExamples } from './form-examples';
import { ExternalLink } from '../ui/navigation/external-link';
import { Pagination } from '../ui/navigation/pagination';
import { SeePremium } from '../ui/navigation/see-premium';
import { tabId, TabList } from '../ui/navigation/tab-list';
import { Examples } from './examples';
import { gapsOf, knownPoints, toDayPoints, toLinePoints } from '../ui/charts/chart-points';
import { ComparisonChart } from '../ui/charts/comparison/comparison-chart';
import { LineMark } from '../ui/charts/comparison/line-mark';
import { GrowthChart } from '../ui/charts/growth-chart';
import { PeriodChart } from '../ui/charts/period-chart';
import { PointTable } from '../ui/charts/point-table';
import { MomentumBar } from '../ui/charts/momentum-bar';
import { Sparkline } from '../ui/charts/sparkline';
import { inOwnChunk } from '../ui/own-chunk';
import styles from './ui-gallery.module.css';

const tabs = ['overview', 'pages'] as const;
const tabNames = { overview: 'Overview', pages: 'Pages' };

/** Links, pagination, and tabs. */
function NavigationExamples() {
  const [tab, setTab] = useState<(typeof tabs)[number]>('overview');
  const [page, setPage] = useState(5);
  return (
    <>
      <Examples title="Links">
        <ExternalLink href="https://www.pinterest.com/">Visit On Pinterest</ExternalLink>
        <SeePremium />
      </Examples>
      <Examples title="Pagination" isColumn>
        <Pagination page={page} pages={9} name="top" onPage={setPage} />
        <Pagination page={3} pages={3} lockedMore="More pages are part of Premium." name="top" onPage={() => {}} />
        <Pagination page={1} pages={9} locked="More pages are part of Premium." onPage={setPage} />
      </Examples>
      <Examples title="Tabs" isColumn>
        <TabList name="Example" tabs={tabs} names={tabNames} selected={tab} onSelect={setTab} />
        {tabs.map((one) => (
          <div key={one} id={tabId(one, 'panel')} role="tabpanel" aria-labelledby={tabId(one, 'tab')} hidden={one !== tab}>
            {tabNames[one]}
          </div>
        ))}
      </Examples>
    </>
  );
}

/** `/dev/ui` of the development server: every component of `ui` in its states. */
export function UiGallery() {
  const { value } = useSnapshot(theme);
  return (
    <main className={classes('stack full', styles.gallery)}>
      <CurrentRouteTexts value={{ title: 'UI components' }}>
        <AdminScreen lead="Every component in its states." actions={<Button onClick={cycleTheme}>Theme: {value}</Button>} isReady>
          <ContentExamples />
          <FormExamples />
          <FeedbackExamples />
          <NavigationExamples />
          <ChartExamples />
        </AdminScreen>
      </CurrentRouteTexts>
      <ToastRegion />
    </main>
  );
}

const DoughnutChart = inOwnChunk(() => import('../ui/charts/doughnut-chart'), 'DoughnutChart');

const days = Array.from({ length: 30 }, (_, index) => `2026-09-${String(index + 1).padStart(2, '0')}`);
const rising = { x: days, y: days.map((_, index) => (index % 9 === 5 ? null : 1000 + index * index)) };
const points = toDayPoints(knownPoints(rising));
const lastDay = points.at(-1)?.day ?? 0;
const slices = [
  { name: 'Page view', count: 610 },
  { name: 'Search', count: 300 },
  { name: 'Checkout opened', count: 90 },
];

/** Five lines, told apart without color. */
function ComparisonExample() {
  const lines = ['Etsy gift ideas', 'Promote your shop', 'Boho bedroom', 'Easy recipes', 'Garden'].map((name, index) => ({
    key: name,
    name,
    owner: `@owner_${index + 1}`,
    index,
    points: points.map(({ day, value }) => ({ day, value: value + index * 120 })),
  }));
  return (
    <div>
      <ComparisonChart name="Followers" lines={lines} formatValue={String} notes={['A note.']} fileName="followers" />
    </div>
  );
}

/** Charts with data, with gaps, and without data. */
const ChartExamples = () => (
  <>
    <Examples title="Charts" isColumn>
      <GrowthChart name="Followers" series={rising} />
      <GrowthChart name="Pins" note="A series without readings" series={{ x: [], y: [] }} />
      <div>
        <PeriodChart
          name="Pins a day"
          summary="Pins a day rose from 1,000 to 1,841, Sep 1 to Sep 30."
          points={points}
          linePoints={toLinePoints(knownPoints(rising))}
          gaps={gapsOf(points)}
          previousPoints={points.map(({ day, value }) => ({ day, value: value / 2 }))}
          annotations={[{ day: lastDay - 3, value: 1676, size: 51, days: 1 }]}
          ignoredDays={[lastDay - 9]}
          staleSince={lastDay}
          endDay={lastDay + 7}
          onDraw={() => {}}
        />
      </div>
      <PointTable name="Followers" points={knownPoints(rising).slice(-3)} plottedPoints={[]} />
      <div aria-hidden="true">
        <Suspense fallback={null}>
          <DoughnutChart slices={slices} />
        </Suspense>
      </div>
    </Examples>
    <Examples title="Comparisons" isColumn>
      <ComparisonExample />
      <div>
        {[0, 1, 2, 3, 4].map((index) => (
          <LineMark key={index} index={index} />
        ))}
      </div>
    </Examples>
    <Examples title="Sparklines">
      <Sparkline points={[1, 3, 2, 5, 8]} />
      <Sparkline points={[4, 4, 4]} />
      <Sparkline points={[1, 2, null, 4, null, 3, 5]} isSmall />
      <MomentumBar score={62.4} />
      <MomentumBar score={null} />
    </Examples>
  </>
);
