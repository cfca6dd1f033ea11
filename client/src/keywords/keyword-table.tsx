import { useState } from 'react';
import type { KeywordRow, RelatedKeyword } from '#domain/keywords/contract';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { paths } from '../site/paths';
import { Sparkline } from '../ui/charts/sparkline';
import { classes } from '../ui/classes';
import { Count } from '../ui/count';
import { Button } from '../ui/form/button';
import { formatScore, formatShare } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { trendName } from '../ui/momentum-labels';
import { useRowKeys } from '../ui/use-row-keys';
import { Link } from 'wouter';
import { NumberCell, PlainTable } from '../ui/plain-table';
import { Competition } from './competition';
import type { SelectedKeywords } from './keyword-selection';
import { monthNames } from './month-names';
import styles from './keywords-screen.module.css';

interface KeywordTableProps {
  readonly name: string;
  readonly rows: readonly (KeywordRow | RelatedKeyword)[];
  /** Where rows can be selected. */
  readonly selection?: SelectedKeywords;
}

const MAX_FOLDED_ROWS = 10;

const hints = {
  'Common pins': 'Pins that have both keywords, and their share of the pins of this page’s keyword.',
  Pins: 'Pins that have this keyword.',
  'Saves per pin': 'Demand: the median of the known saves of its pins.',
  Competition: 'From the saves of its ten most saved pins: open below 50, contested below 75, else locked.',
  Momentum: 'How fast the saves of its pins rise, 0 to 100.',
  '90 days': 'The saves of its pins over 90 days, and their growth.',
  Season: 'The month in which most of its pins were created, where one stands out.',
  Opportunity: 'What rises and is saved, where competition leaves room for new pins, 0 to 100.',
} as const;
type ColumnName = keyof typeof hints;
type Row = KeywordRow | RelatedKeyword;

const numberColumns: ReadonlySet<string> = new Set<ColumnName>(['Common pins', 'Pins', 'Saves per pin', 'Opportunity']);

/** On phones, the values of a row have room in one line: three short ones, or two of related keywords. */
const wideColumns = (hasOpportunity: boolean, isRelated: boolean): ReadonlySet<ColumnName> =>
  new Set([
    'Momentum',
    '90 days',
    'Season',
    ...(hasOpportunity || isRelated ? ['Saves per pin' as const] : []),
    ...(isRelated ? (['Pins', 'Opportunity'] as const) : []),
  ]);

/** The columns with a value in any row; what is known of every keyword always shows. */
const isKnown: Readonly<Record<ColumnName, (row: Row) => boolean>> = {
  'Common pins': (row) => 'common_pins' in row,
  Pins: () => true,
  'Saves per pin': (row) => row.saves_per_pin !== null,
  Competition: (row) => row.competition !== null,
  Momentum: (row) => row.momentum_score !== null,
  '90 days': (row) => row.sparkline !== null || row.growth_percent !== null,
  Season: (row) => row.peak_month !== null,
  Opportunity: (row) => (row.opportunity ?? null) !== null,
};

/** Keywords as a table, without columns that are empty in all rows; further columns for related ones and with Premium. */
export function KeywordTable({ name, rows, selection }: KeywordTableProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  useRowKeys('[data-testid="keyword-row"] a');
  const shown = (Object.keys(isKnown) as ColumnName[]).filter((column) => rows.some(isKnown[column]));
  const wide = wideColumns(shown.includes('Opportunity'), shown.includes('Common pins'));
  const columns = shown.map((column) => (numberColumns.has(column) ? { number: column } : column));
  return (
    <>
      <PlainTable name={name} columns={['Keyword', ...columns]} hints={hints} className={styles.table} isStacked>
        {rows.slice(0, isUnfolded ? rows.length : MAX_FOLDED_ROWS).map((row) => (
          <tr key={row.keyword} data-testid="keyword-row">
            <th scope="row" className={classes('anywhere', styles.keyword)} dir="auto">
              {selection && (
                <label className={classes('inline-center', styles.select)}>
                  <input type="checkbox" checked={selection.has(row.keyword)} onChange={() => selection.toggle(row)} />
                  <span className="sr-only">Select {row.keyword}</span>
                </label>
              )}
              <Link href={paths.keyword(row.keyword)}>{row.keyword}</Link>
            </th>
            {shown.map((column) => {
              const Cell = numberColumns.has(column) ? NumberCell : 'td';
              const className = classes(wide.has(column) && styles.wide, column === 'Opportunity' && 'strong');
              return (
                <Cell key={column} data-name={column} className={className}>
                  <KeywordValue column={column} row={row} />
                </Cell>
              );
            })}
          </tr>
        ))}
      </PlainTable>
      {rows.length > MAX_FOLDED_ROWS && !isUnfolded && <Button onClick={() => setIsUnfolded(true)}>All {rows.length}</Button>}
    </>
  );
}

function KeywordValue({ column, row }: { readonly column: ColumnName; readonly row: Row }) {
  switch (column) {
    case 'Common pins':
      return (
        'common_pins' in row && (
          <>
            <Count value={row.common_pins} /> <span className="small">({formatShare(row.common_share)})</span>
          </>
        )
      );
    case 'Pins':
      return <Count value={row.pins} />;
    case 'Saves per pin':
      return <Count value={row.saves_per_pin} />;
    case 'Competition':
      return <Competition row={row} />;
    case 'Momentum':
      return <MomentumWithTrend row={row} />;
    case '90 days':
      return (
        <span className={classes('inline-row gap-2', styles.days)}>
          {row.sparkline !== null && <Sparkline points={sparklineHeights(row.sparkline)} isSmall />}
          <GrowthPercent percent={row.growth_percent} />
        </span>
      );
    case 'Season':
      return row.peak_month === null ? '–' : monthNames[row.peak_month - 1]?.slice(0, 3);
    default:
      return formatScore(row.opportunity);
  }
}

/** `41.2 Rising`. */
export const MomentumWithTrend = ({ row }: { readonly row: KeywordRow }) => (
  <span className="number">
    {formatScore(row.momentum_score)} {row.trend !== null && <span className="small">{trendName(row.trend, row.growth_percent)}</span>}
  </span>
);
