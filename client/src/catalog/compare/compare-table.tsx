import { classes } from '../../ui/classes';
import { growthWord } from '#domain/catalog/momentum';
import type { ReactNode } from 'react';
import type { VerdictLine } from '#domain/catalog/detail-contract';
import type { EntityType } from '#domain/catalog/variants';
import { type Metric, metricName, type Period, periodDays, periods } from '#domain/catalog/metrics';
import { useEntitlement } from '../../site/session';
import { JumpBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { LineMark } from '../../ui/charts/comparison/line-mark';
import { Count } from '../../ui/count';
import { titleHint } from '../../ui/entity-names';
import { formatDay, formatScore } from '../../ui/format';
import { confidenceNames, periodNames, ruleNames, trendName, verdictQuestions } from '../../ui/momentum-labels';
import { type TableColumn, ScrollTable } from '../../ui/data-table';
import { EntityPicture } from '../../ui/picture/picture';
import { EntityLink } from '../entity-link';
import { isReadBefore, ReadGrowth } from '../../ui/growth-percent';
import { chartedMetrics, choiceName } from '../detail/growth/detail-view';
import { countOf, momentumOver, verdictOver } from '../detail/growth/readings';
import { VerdictAnswer, VerdictMark } from '../detail/verdict-panel';
import type { CompareView } from './compare-view';
import { OwnerName } from './compared-chips';
import type { KnownCompared } from './use-compared';
import sideBySide from '../../ui/charts/comparison/side-by-side.module.css';
import styles from './compare-table.module.css';

const PICTURE_WIDTH_PX = 40;
const FREE_PERIOD: Period = '90_days';

interface CompareTableProps {
  readonly known: readonly KnownCompared[];
  readonly view: CompareView;
}

/** The figures side by side: a column per entity. What needs Premium is absent without it; the periods above say why. */
export function CompareTable({ known, view }: CompareTableProps) {
  const hasFullAnalytics = useEntitlement('full_analytics');
  const hasMomentum = useEntitlement('momentum');
  const [first] = known;
  if (!first) return null;
  return (
    <Card hasSmallTitle title="Side by side">
      <ScrollTable
        name="Figures side by side"
        columns={[
          {
            name: 'Figure',
            className: sideBySide.figure,
            render: ({ name: figure, isGroup }) =>
              isGroup ? <span className={classes('block ink strong nowrap', styles.group)}>{figure}</span> : figure,
          },
          ...known.map(({ item, place, details }): TableColumn<FigureRow> => ({
            name: item.id,
            head: (
              <span className={classes('stack items-center gap-2', styles.head)}>
                <EntityPicture entity={item.entity} row={details} width={PICTURE_WIDTH_PX} />
                <LineMark index={place} />
                <EntityLink entity={item.entity} id={item.id} title={titleHint(details)} className="two-lines">
                  <bdi>{details.title}</bdi>
                </EntityLink>
                <OwnerName details={details} />
              </span>
            ),
            render: (row) => <FigureCell row={row} details={details} known={known} />,
          })),
        ]}
        rows={[
          ...figureRows(first.item.entity, view, hasFullAnalytics),
          ...(hasMomentum ? momentumRows(view) : []),
          ...verdictRows(first.item.entity, known, view),
        ]}
        keyOf={(row) => row.name}
        className={sideBySide.table}
        testId="compare-table"
      />
    </Card>
  );
}

interface ReadCountProps {
  readonly value: number | null;
  readonly readOn: string | null;
}

/** A count; one that was not read lately says of which day it is. */
const ReadCount = ({ value, readOn }: ReadCountProps) => (
  <>
    <Count value={value} />{' '}
    {value !== null && isReadBefore(readOn, periodDays['7_days']) && <span className="caption one-line">as of {formatDay(readOn)}</span>}
  </>
);

/** A figure of all entities. */
interface FigureRow {
  readonly name: string;
  readonly render: (details: Details) => ReactNode;
  /** The value of a cell, where the largest one is the best. */
  readonly valueIn?: (details: Details) => number | null;
  /** True: the heading of the rows below. */
  readonly isGroup?: boolean;
}

type Details = KnownCompared['details'];

const figureRows = (entity: EntityType, { metric }: CompareView, hasFullAnalytics: boolean): readonly FigureRow[] => [
  ...chartedMetrics[entity].map((one): FigureRow => ({
    name: metricName(entity, one),
    valueIn: (details) => countOf(details, one),
    render: (details) => <ReadCount value={countOf(details, one)} readOn={readOnOf(details, one)} />,
  })),
  ...(hasFullAnalytics ? periods : [FREE_PERIOD]).map((one): FigureRow => ({
    name: `${metricName(entity, metric)}, ${periodNames[one]}`,
    valueIn: (details) => recentGrowth(details, metric, one),
    render: (details) => <ReadGrowth percent={details.growth[metric]?.[one]} readOn={readOnOf(details, metric)} days={periodDays[one]} />,
  })),
  {
    name: 'Steady growth',
    render: (details) => <JumpBadge jump={details} fallback={growthWord(growthOf(details), details.jump_share) ?? 'Unknown'} />,
  },
];

const momentumRows = ({ metric, period }: CompareView): readonly FigureRow[] => [
  {
    name: `Momentum, ${period === 'all' ? periodNames['365_days'] : choiceName(period)}`,
    valueIn: (details) => momentumOver(details, metric, period)?.score ?? null,
    render: (details) => {
      const reading = momentumOver(details, metric, period);
      return `${formatScore(reading?.score)} ${reading?.trend ? trendName(reading.trend, reading.raw) : ''}`;
    },
  },
  {
    name: 'Confidence',
    render: (details) => {
      const reading = momentumOver(details, metric, period);
      return reading ? confidenceNames[reading.confidence] : '–';
    },
  },
];

const verdictRows = (entity: EntityType, known: readonly KnownCompared[], { period }: CompareView): readonly FigureRow[] => [
  { name: verdictQuestions[entity], isGroup: true, render: () => null },
  { name: 'Checks', render: (details) => <VerdictAnswer verdict={verdictOver(details, period)} /> },
  ...rulesOf(known).map((rule): FigureRow => ({
    name: ruleNames[rule][0],
    render: (details) => {
      const line = verdictOver(details, period).find((one) => one.rule === rule);
      if (!line) return 'Not checked';
      return (
        <span className={classes('row items-stretch gap-2', styles.rule)}>
          <VerdictMark mark={line.mark} />
          <span>{line.text}</span>
        </span>
      );
    },
  })),
];

/** The rules that any of them is checked by, in the order in which details show them: one that is gone lacks some. */
function rulesOf(known: readonly KnownCompared[]): readonly VerdictLine['rule'][] {
  const asked = new Set(known.flatMap(({ details }) => details.verdict.map(({ rule }) => rule)));
  return (Object.keys(ruleNames) as VerdictLine['rule'][]).filter((rule) => asked.has(rule));
}

interface FigureCellProps {
  readonly row: FigureRow;
  readonly details: Details;
  readonly known: readonly KnownCompared[];
}

function FigureCell({ row: { render, valueIn }, details, known }: FigureCellProps) {
  const best = valueIn ? bestOf(known.map((one) => valueIn(one.details))) : null;
  if (best === null || valueIn?.(details) !== best) return render(details);
  return (
    <strong>
      {render(details)} <span className={styles.best}>best</span>
    </strong>
  );
}

/** The largest of the known values; null where they are alike. */
function bestOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  const best = Math.max(...known);
  return known.some((value) => value < best) ? best : null;
}

/** The growth over 90 days that is asked to be steady. */
const growthOf = (details: Details): number | null =>
  'saves' in details ? details.saves_growth_last_90_days : details.follower_growth_last_90_days;

/** The day of the last reading of a metric. */
const readOnColumns = {
  follower_count: 'followers_read_on',
  collaborator_count: 'collaborators_read_on',
  pin_count: 'pins_read_on',
  profile_views: 'viewers_read_on',
  saves: 'saves_read_on',
  repin_count: 'repins_read_on',
} as const satisfies Record<Metric, string>;
type ReadDays = { readonly [M in Metric as (typeof readOnColumns)[M]]?: string | null | undefined };
const readOnOf = (details: ReadDays, metric: Metric): string | null => details[readOnColumns[metric]] ?? null;

/** The growth of a metric over a period; null where it is of an earlier one, which cannot be the best. */
const recentGrowth = (details: Details, metric: Metric, period: Period): number | null =>
  isReadBefore(readOnOf(details, metric), periodDays[period]) ? null : (details.growth[metric]?.[period] ?? null);
