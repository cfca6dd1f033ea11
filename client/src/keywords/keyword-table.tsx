import type { KeywordRow, RelatedKeyword } from '#domain/analytics/keywords/contract';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { paths } from '../site/paths';
import { Sparkline } from '../ui/charts/sparkline';
import { Count } from '../ui/count';
import { formatScore, formatShare } from '../ui/format';
import { GrowthPercent } from '../ui/growth-percent';
import { trendName } from '../ui/momentum-labels';
import { Link } from 'wouter';
import { NumberCell, PlainTable } from '../ui/plain-table';
import { Competition } from './competition';
import type { KeywordSelection } from './keyword-selection';
import styles from './keywords-screen.module.css';
import text from '../ui/text.module.css';

interface KeywordTableProps {
  readonly name: string;
  readonly rows: readonly (KeywordRow | RelatedKeyword)[];
  /** Where rows can be selected. */
  readonly selection?: KeywordSelection;
}

/** Keywords as a table; further columns for related ones and with Premium. */
export function KeywordTable({ name, rows, selection }: KeywordTableProps) {
  const hasOpportunity = rows.some((row) => row.opportunity !== undefined);
  const isRelated = rows.some((row) => 'common_pins' in row);
  const columns = [
    'Keyword',
    ...(isRelated ? [{ number: 'Common pins' }] : []),
    { number: 'Pins' },
    { number: 'Saves per pin' },
    'Competition',
    'Momentum',
    '90 days',
    ...(hasOpportunity ? [{ number: 'Opportunity' }] : []),
  ];
  return (
    <PlainTable name={name} columns={columns} className={styles.table} isStacked>
      {rows.map((row) => (
        <tr key={row.keyword} data-testid="keyword-row">
          <th scope="row" className={styles.keyword} dir="auto">
            {selection && (
              <label className={styles.select}>
                <input type="checkbox" checked={selection.has(row.keyword)} onChange={() => selection.toggle(row)} />
                <span className={text.srOnly}>Select {row.keyword}</span>
              </label>
            )}
            <Link href={paths.keyword(row.keyword)}>{row.keyword}</Link>
          </th>
          {isRelated && (
            <NumberCell data-name="Common pins">
              {'common_pins' in row && (
                <>
                  <Count value={row.common_pins} /> <span className={text.small}>({formatShare(row.common_share)})</span>
                </>
              )}
            </NumberCell>
          )}
          <NumberCell data-name="Pins">
            <Count value={row.pins} />
          </NumberCell>
          <NumberCell data-name="Saves per pin">
            <Count value={row.saves_per_pin} />
          </NumberCell>
          <td data-name="Competition">
            <Competition row={row} />
          </td>
          <td data-name="Momentum">
            <Momentum row={row} />
          </td>
          <td data-name="90 days">
            <span className={styles.days}>
              {row.sparkline !== null && <Sparkline points={sparklineHeights(row.sparkline)} isSmall />}
              <GrowthPercent percent={row.growth_percent} />
            </span>
          </td>
          {hasOpportunity && (
            <NumberCell data-name="Opportunity" className={styles.opportunity}>
              {formatScore(row.opportunity)}
            </NumberCell>
          )}
        </tr>
      ))}
    </PlainTable>
  );
}

/** `41.2 Rising`. */
export const Momentum = ({ row }: { readonly row: KeywordRow }) => (
  <span className={text.number}>
    {formatScore(row.momentum_score)} {row.trend !== null && <span className={text.small}>{trendName(row.trend, row.growth_percent)}</span>}
  </span>
);
