import type { BoardRow } from '#domain/catalog/list-contract';
import { type CheckRule, countPassed, passedText } from '#domain/catalog/rows/checks';
import { sparklineHeights } from '#domain/catalog/rows/sparkline';
import { MomentumBar } from '../../../ui/charts/momentum-bar';
import { Sparkline } from '../../../ui/charts/sparkline';
import { classes } from '../../../ui/classes';
import { Count, SpokenAs } from '../../../ui/count';
import { formatDate } from '../../../ui/format';
import { ReadGrowth, type ReadGrowthProps } from '../../../ui/growth-percent';
import type { AnyRow } from '../list-row';
import { type ColumnKey, columnValue } from './list-columns';
import { ruleNames } from '../../../ui/momentum-labels';
import styles from './column-cell.module.css';

/** The value of a row in a column. */
export function ColumnCell({ row, column }: { readonly row: AnyRow; readonly column: ColumnKey }) {
  switch (column) {
    case 'sparkline':
      return row.sparkline ? <Sparkline points={sparklineHeights(row.sparkline)} text={row.sparkline_text} isSmall /> : null;
    case 'growth':
    case 'growth_30':
    case 'collaborator_growth':
    case 'viewer_growth':
      return <ReadGrowth {...growthOf(row, column)} />;
    case 'momentum':
      return <MomentumBar score={row.momentum_score} />;
    case 'checks':
      return <CheckDots checks={row.checks} />;
    default:
      return <PlainValue value={columnValue(row, column)} />;
  }
}

/** A time or a count. */
const PlainValue = ({ value }: { readonly value: unknown }) =>
  typeof value === 'string' ? formatDate(value) : <Count value={typeof value === 'number' ? value : null} />;

/** The growth of a row in a column, with the day of its last reading. */
function growthOf(row: AnyRow, column: 'growth' | 'growth_30' | 'collaborator_growth' | 'viewer_growth'): ReadGrowthProps {
  if (column === 'collaborator_growth' && 'collaborator_count' in row)
    return { percent: row.collaborator_growth_last_90_days, readOn: row.collaborators_read_on, days: 90 };
  if (column === 'viewer_growth' && 'profile_views' in row)
    return { percent: row.viewer_growth_last_90_days, readOn: row.viewers_read_on, days: 90 };
  const readOn = 'saves' in row ? row.saves_read_on : row.followers_read_on;
  if (column === 'growth_30') return { percent: row.growth_last_30_days, readOn, days: 30 };
  return { percent: 'saves' in row ? row.saves_growth_last_90_days : row.follower_growth_last_90_days, readOn, days: 90 };
}

const words = { pass: 'yes', warn: 'no', unknown: 'unknown' } as const;
const dotStyles = { pass: styles.pass, warn: styles.warn, unknown: styles.unknown } as const;

/** The checks of a row as a dot each, and how many passed of those that could be judged: `4 of 5`. */
export function CheckDots({ checks }: { readonly checks: BoardRow['checks'] }) {
  const marks = (Object.entries(checks ?? {}) as [CheckRule, keyof typeof words][]).map(([rule, mark]) => ({ rule, mark }));
  if (marks.every(({ mark }) => mark === 'unknown')) return <SpokenAs shown="–" spoken="unknown" />;
  const description = marks.map(({ rule, mark }) => `${ruleNames[rule][0]}: ${words[mark]}`).join(', ');
  return (
    <span className={classes('gap-1', styles.checks)} title={description}>
      <span className={styles.dots} aria-hidden="true">
        {marks.map(({ rule, mark }) => (
          <span key={rule} className={classes(styles.dot, dotStyles[mark])} />
        ))}
      </span>
      <span>{passedText(countPassed(marks))}</span>
      <span className="sr-only">. {description}</span>
    </span>
  );
}
