import { findScreen } from '#domain/site/find-screen';
import { entityTypes, variantNouns, variantOf } from '#domain/catalog/variants';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Icon } from '../../ui/icon';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { classes } from '../../ui/classes';
import { EmptyText } from '../../ui/feedback/empty-text';
import { countColumn, DataTable } from '../../ui/data-table';
import styles from './count-table.module.css';
import rowLink from '../../ui/row-link.module.css';

interface Choice {
  /** The key of the row that the chart shows; null without one. */
  readonly chosen: string | null;
  /** Shows a row in the chart, or the whole site again. */
  readonly onChoose: (key: string | null) => void;
}

interface CountTableProps extends Choice {
  readonly title: string;
  readonly columns: readonly [name: string, count: string];
  /** In descending order of their counts. */
  readonly rows: readonly CountRow[];
  /** A line under the title. */
  readonly note?: string;
}

interface CountRow {
  readonly key: string;
  /** From 1 on. */
  readonly rank: number;
  readonly name: ReactNode;
  readonly count: number;
  /** The page of the site that the row counts; null for anything else. */
  readonly href: string | null;
}

/** The first rows get a rank badge. */
const RANKED_ROWS = 3;

/** A button that shows the days of a row in the chart, and a link to the page that it counts. */
const Entry = ({ row: { key, rank, name, href }, chosen, onChoose }: Choice & { readonly row: CountRow }) => (
  <div className={classes('row gap-2', styles.entry)}>
    {rank <= RANKED_ROWS && (
      <span data-testid="rank-badge">
        <Badge>#{rank}</Badge>
      </span>
    )}
    <button
      type="button"
      className={classes('bare ink shrink anywhere', rowLink.link)}
      aria-pressed={key === chosen}
      onClick={() => onChoose(key === chosen ? null : key)}
    >
      {name}
    </button>
    {href !== null && (
      <Link href={href} className={classes('inline-row to-middle muted relative fixed', styles.open)} aria-label={`Open ${href}`}>
        <Icon name="external" size={16} />
      </Link>
    )}
  </div>
);

/** A card with a ranked table of names and counts; each row is a button that shows its days in the chart. */
const CountTable = ({ title, columns: [nameColumn, numberColumn], rows, note, ...choice }: CountTableProps) => (
  <Card hasSmallTitle title={title}>
    {note !== undefined && <p className="caption">{note}</p>}
    {rows.length === 0 ? (
      <EmptyText>No data available</EmptyText>
    ) : (
      <DataTable
        name={title}
        className="mt-2"
        columns={[
          { name: nameColumn, render: (row) => <Entry row={row} {...choice} /> },
          countColumn<CountRow>(numberColumn, ({ count }) => count),
        ]}
        rows={rows}
        keyOf={({ key }) => key}
        rowClass={({ key }) => classes('relative hover', key === choice.chosen && styles.chosen)}
      />
    )}
  </Card>
);

interface TopTableProps extends Choice {
  readonly analytics: SiteAnalytics;
  /** True: all rows, under the heading of their own tab. False: the first ten. */
  readonly isFull: boolean;
}

const SHORT_TABLE_ROWS = 10;

/** The pages with the most views. Only pages of the site become links: any visitor may report another path. */
export const TopPagesTable = ({ analytics, isFull, ...choice }: TopTableProps) => (
  <CountTable
    {...choice}
    title={isFull ? 'Detailed Page Analytics' : 'Top Pages'}
    columns={['Page', 'Views']}
    rows={analytics.top_pages.slice(0, isFull ? Infinity : SHORT_TABLE_ROWS).map(({ path, title, count }, index) => ({
      key: path,
      rank: index + 1,
      name: title === null ? path : <EntityName path={path} title={title} />,
      count,
      href: findScreen(path) ? path : null,
    }))}
    {...(isFull ? { note: 'Most viewed pages (top 100)' } : {})}
  />
);

/** The title of an entity in place of its path, with what it is. */
const EntityName = ({ path, title }: { readonly path: string; readonly title: string }) => {
  const entity = entityTypes.find((type) => type === findScreen(path)?.name);
  return (
    <>
      <bdi>{title}</bdi> {entity && <span className="caption">{variantNouns[variantOf[entity]].one}</span>}
    </>
  );
};

/** The sites with the most referred visits. */
export const TopReferrersTable = ({ analytics, isFull, ...choice }: TopTableProps) => (
  <CountTable
    {...choice}
    title={isFull ? 'Source Analytics' : 'Top Referrers'}
    columns={['Source', 'Visits']}
    rows={analytics.top_referrers
      .slice(0, isFull ? Infinity : SHORT_TABLE_ROWS)
      .map(({ referrer, count }, index) => ({ key: referrer, rank: index + 1, name: referrer || <Direct />, count, href: null }))}
    {...(isFull ? { note: 'Sites that sent visitors (top 100)' } : {})}
  />
);

/** A visit without a referrer. */
const Direct = () => (
  <>
    <Icon name="search" size={16} /> Direct
  </>
);
