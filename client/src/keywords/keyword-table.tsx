import { type ReactNode, useState } from 'react';
import type { KeywordRow, RelatedKeyword } from '#domain/keywords/contract';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { weeklyValues } from '#domain/keywords/interest/publish-by';
import { paths } from '../site/paths';
import { Sparkline } from '../ui/charts/sparkline';
import { classes } from '../ui/classes';
import { Count, Volume } from '../ui/count';
import { Button } from '../ui/form/button';
import { formatDay, formatScore, formatShare } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { trendName } from '../ui/momentum-labels';
import { useRowKeys } from '../ui/use-row-keys';
import { Link } from 'wouter';
import { type TableColumn, countColumn, DataTable } from '../ui/data-table';
import { Competition } from './competition';
import type { SelectedKeywords } from './keyword-selection';
import { monthNames } from './month-names';
import { publishByText } from './interest/publish-by';

import styles from './keywords-screen.module.css';

/** Pinterest's volumes of keywords, which their viewer alone sees. */
export interface OwnVolumes {
  readonly cellOf: (keyword: string) => ReactNode;
  readonly note: ReactNode;
}
/** The name of their column or row. */
export const OWN_VOLUME_NAME = 'Volume, Pinterest';

interface KeywordTableProps {
  readonly name: string;
  readonly rows: readonly (KeywordRow | RelatedKeyword)[];
  /** Where rows can be selected. */
  readonly selection?: SelectedKeywords;
  /** What is shown below a keyword. */
  readonly renderBelow?: (keyword: string) => ReactNode;
  readonly ownVolumes?: OwnVolumes | null;
}

const MAX_FOLDED_ROWS = 10;

type Row = KeywordRow | RelatedKeyword;

interface KeywordColumn extends TableColumn<Row> {
  /** Whether a row has a value: a column is left out if none has. Absent where every keyword has one. */
  readonly isKnown?: (row: Row) => boolean;
}

/** The figures of a keyword. */
export const keywordColumns: readonly KeywordColumn[] = [
  {
    name: 'Common pins',
    hint: 'Pins that have both keywords, and their share of the pins of this page’s keyword.',
    isNumber: true,
    isKnown: (row) => 'common_pins' in row,
    render: (row) =>
      'common_pins' in row && (
        <>
          <Count value={row.common_pins} /> <span className="small">({formatShare(row.common_share)})</span>
        </>
      ),
  },
  { ...countColumn('Pins', ({ pins }) => pins), hint: 'Pins that have this keyword.' },
  {
    ...countColumn('Saves per pin', (row) => row.saves_per_pin),
    hint: 'Demand: the median of the known saves of its pins.',
    isKnown: (row) => row.saves_per_pin !== null,
  },
  {
    name: 'Competition',
    hint: 'From the saves of its ten most saved pins: open below 50, contested below 75, else locked.',
    isKnown: (row) => row.competition !== null,
    render: (row) => <Competition row={row} />,
  },
  {
    name: 'Momentum',
    hint: 'How fast the saves of its pins rise, 0 to 100.',
    isKnown: (row) => row.momentum_score !== null,
    render: (row) => <MomentumWithTrend row={row} />,
  },
  {
    name: '90 days',
    hint: 'The saves of its pins over 90 days, and their growth.',
    isKnown: (row) => row.sparkline !== null || row.growth_percent !== null,
    render: (row) => (
      <span className={classes('inline-row gap-2', styles.days)}>
        {row.sparkline !== null && <Sparkline points={sparklineHeights(row.sparkline)} isSmall />}
        <GrowthPercent percent={row.growth_percent} />
      </span>
    ),
  },
  {
    name: 'Season',
    hint: 'The month in which most of its pins were created, where one stands out and most dates are known.',
    isKnown: (row) => row.peak_month !== null,
    render: (row) => (row.peak_month === null ? '–' : monthNames[row.peak_month - 1]?.slice(0, 3)),
  },
  {
    name: 'Publish by',
    hint: 'When to publish pins so that they are there when searches rise, by imported search interest.',
    isKnown: (row) => row.publish_by !== null,
    render: (row) => (row.publish_by === null ? '–' : publishByText(row.publish_by)),
  },
  {
    name: 'Searches',
    hint: 'Imported search interest of 52 weeks, on the scale of the tool that is named. It takes no part in the other figures.',
    isKnown: (row) => row.interest !== null,
    render: ({ interest, interest_source: source, interest_region: region, interest_to: to }) =>
      interest === null || to === null ? (
        '–'
      ) : (
        <Sparkline
          points={weeklyValues(interest)}
          isSmall
          text={`${[source, region].filter(Boolean).join(', ')}: 52 weeks to ${formatDay(to)}`}
        />
      ),
  },
  {
    name: 'Volume',
    hint: 'Searches a month, by the tool that is named. It takes no part in the other figures.',
    isKnown: (row) => row.volume !== null,
    render: ({ volume, volume_source: source, volume_region: region, volume_on: date }) =>
      volume === null || source === null || date === null ? '–' : <Volume volume={volume} source={source} region={region} date={date} />,
  },
  {
    name: 'Opportunity',
    hint: 'What rises and is saved, where competition leaves room for new pins, 0 to 100.',
    isNumber: true,
    isKnown: (row) => (row.opportunity ?? null) !== null,
    render: (row) => formatScore(row.opportunity),
  },
];

/** On phones, the values of a row have room in one line: three short ones, or two of related keywords. */
const wideColumns = (hasOpportunity: boolean, isRelated: boolean): ReadonlySet<string> =>
  new Set([
    'Momentum',
    '90 days',
    'Season',
    'Publish by',
    'Searches',
    'Volume',
    ...(hasOpportunity || isRelated ? ['Saves per pin'] : []),
    ...(isRelated ? ['Pins', 'Opportunity'] : []),
  ]);

/** Keywords as a table, without columns that are empty in all rows; further columns for related ones and with Premium. */
export function KeywordTable({ name, rows, selection, renderBelow, ownVolumes }: KeywordTableProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  useRowKeys('[data-testid="keyword-row"] a');
  const shown = keywordColumns.filter(({ isKnown }) => !isKnown || rows.some(isKnown));
  const isShown = (column: string) => shown.some((one) => one.name === column);
  const wide = wideColumns(isShown('Opportunity'), isShown('Common pins'));
  const keyword: TableColumn<Row> = {
    name: 'Keyword',
    className: 'anywhere',
    render: (row) => (
      <bdi>
        {selection && (
          <label className={classes('inline-center', styles.select)}>
            <input type="checkbox" checked={selection.has(row.keyword)} onChange={() => selection.toggle(row)} />
            <span className="sr-only">Select {row.keyword}</span>
          </label>
        )}
        <Link href={paths.keyword(row.keyword)} className={classes('inline-row strong', styles.link)}>
          {row.keyword}
        </Link>
      </bdi>
    ),
  };
  const own = ownVolumes && {
    name: OWN_VOLUME_NAME,
    render: (row: Row) => ownVolumes.cellOf(row.keyword),
  };
  return (
    <>
      {ownVolumes?.note}
      <DataTable
        name={name}
        columns={[
          keyword,
          ...shown.map((column) => (wide.has(column.name) ? { ...column, className: styles.wide } : column)),
          ...(own ? [own] : []),
        ]}
        rows={rows.slice(0, isUnfolded ? rows.length : MAX_FOLDED_ROWS)}
        keyOf={(row) => row.keyword}
        renderBelow={(row) => renderBelow?.(row.keyword)}
        isStacked
        className={styles.table}
        rowTestId="keyword-row"
      />
      {rows.length > MAX_FOLDED_ROWS && !isUnfolded && (
        <Button className="mt-3" onClick={() => setIsUnfolded(true)}>
          All {rows.length}
        </Button>
      )}
    </>
  );
}

/** `41.2 Rising`. */
export const MomentumWithTrend = ({ row }: { readonly row: KeywordRow }) => (
  <span className="number">
    {formatScore(row.momentum_score)} {row.trend !== null && <span className="small">{trendName(row.trend, row.growth_percent)}</span>}
  </span>
);
