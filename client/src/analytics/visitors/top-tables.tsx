import { findScreen } from '#domain/site/find-screen';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Icon } from '../../ui/icon';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge';
import { Card, CardTitle } from '../../ui/card';
import { classes } from '../../ui/classes';
import { Count } from '../../ui/count';
import { EmptyText } from '../../ui/feedback/empty-text';
import { NumberCell, PlainTable } from '../../ui/plain-table';
import styles from './count-table.module.css';
import rowLink from '../../ui/row-link.module.css';

interface CountTableProps {
  readonly title: string;
  readonly columns: readonly [name: string, count: string];
  /** In descending order of their counts. */
  readonly rows: readonly CountRow[];
  /** A line under the title. */
  readonly note?: string;
  /** The key of the row that the chart shows; null without one. */
  readonly chosen: string | null;
  /** Shows a row in the chart, or the whole site again. */
  readonly onChoose: (key: string | null) => void;
}

interface CountRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  /** The page of the site that the row counts; null for anything else. */
  readonly href: string | null;
}

/** The first rows get a rank badge. */
const RANKED_ROWS = 3;

/** A card with a ranked table of names and counts; each row is a button that shows its days in the chart. */
const CountTable = ({ title, columns: [nameColumn, countColumn], rows, note, chosen, onChoose }: CountTableProps) => (
  <Card aria-label={title}>
    <CardTitle>{title}</CardTitle>
    {note !== undefined && <p className="caption">{note}</p>}
    {rows.length === 0 ? (
      <EmptyText>No data available</EmptyText>
    ) : (
      <PlainTable name={title} className="mt-2" columns={[nameColumn, { number: countColumn }]}>
        {rows.map(({ key, name, count, href }, index) => (
          <tr key={key} className={classes('relative hover', key === chosen && styles.chosen)}>
            <th scope="row">
              <div className={classes('row gap-2', styles.entry)}>
                {index < RANKED_ROWS && (
                  <span data-testid="rank-badge">
                    <Badge>#{index + 1}</Badge>
                  </span>
                )}
                <button
                  type="button"
                  className={classes('plain-link strong', rowLink.link)}
                  aria-pressed={key === chosen}
                  onClick={() => onChoose(key === chosen ? null : key)}
                >
                  {name}
                </button>
                {href !== null && (
                  <Link
                    href={href}
                    className={classes('inline-row to-middle muted relative fixed', styles.open)}
                    aria-label={`Open ${href}`}
                  >
                    <Icon name="external" size={16} />
                  </Link>
                )}
              </div>
            </th>
            <NumberCell>
              <Count value={count} />
            </NumberCell>
          </tr>
        ))}
      </PlainTable>
    )}
  </Card>
);

interface TopTableProps {
  readonly analytics: SiteAnalytics;
  /** True: all rows, under the heading of their own tab. False: the first ten. */
  readonly isFull?: boolean;
  /** The page or source that the chart shows; null without one. */
  readonly chosen: string | null;
  readonly onChoose: (chosen: string | null) => void;
}

const SHORT_TABLE_ROWS = 10;

/** The pages with the most views. Only pages of the site become links: any visitor may report another path. */
export function TopPagesTable({ analytics: { top_pages: pages }, isFull = false, ...choice }: TopTableProps) {
  const rows = isFull ? pages : pages.slice(0, SHORT_TABLE_ROWS);
  return (
    <CountTable
      {...choice}
      title={isFull ? 'Detailed Page Analytics' : 'Top Pages'}
      columns={['Page', 'Views']}
      rows={rows.map(({ path, count }) => ({ key: path, name: path, count, href: findScreen(path) ? path : null }))}
      {...(isFull ? { note: 'Most viewed pages (top 100)' } : {})}
    />
  );
}

/** The sites with the most referred visits. */
export function TopReferrersTable({ analytics: { top_referrers: sources }, isFull = false, ...choice }: TopTableProps) {
  const rows = isFull ? sources : sources.slice(0, SHORT_TABLE_ROWS);
  return (
    <CountTable
      {...choice}
      title={isFull ? 'Source Analytics' : 'Top Referrers'}
      columns={['Source', 'Visits']}
      rows={rows.map(({ referrer, count }) => ({ key: referrer, name: referrer === '' ? <Direct /> : referrer, count, href: null }))}
      {...(isFull ? { note: 'Sites that sent visitors (top 100)' } : {})}
    />
  );
}

/** A visit without a referrer. */
const Direct = () => (
  <>
    <Icon name="search" size={16} /> Direct
  </>
);
