import { findScreen } from '#domain/site/find-screen';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Link } from 'wouter';
import { Icon } from '../../ui/icon';
import { CountTable } from './count-table';

interface TopTableProps {
  readonly analytics: SiteAnalytics;
  /** True: all rows, under the heading of their own tab. False: the first ten. */
  readonly isFull?: boolean;
}

const SHORT_TABLE_ROWS = 10;

/** The pages with the most views. */
export function TopPagesTable({ analytics: { top_pages: pages }, isFull = false }: TopTableProps) {
  const rows = isFull ? pages : pages.slice(0, SHORT_TABLE_ROWS);
  return (
    <CountTable
      title={isFull ? 'Detailed Page Analytics' : 'Top Pages'}
      columns={['Page', 'Views']}
      rows={rows.map(({ path, count }) => ({ key: path, name: <PageName path={path} />, count }))}
      {...(isFull ? { note: 'Most viewed pages (top 100)' } : {})}
    />
  );
}

/** Only pages of the site become links: any visitor may report another path. */
const PageName = ({ path }: { readonly path: string }) => (findScreen(path) ? <Link href={path}>{path}</Link> : path);

/** The sites with the most referred visits. */
export function TopReferrersTable({ analytics: { top_referrers: sources }, isFull = false }: TopTableProps) {
  const rows = isFull ? sources : sources.slice(0, SHORT_TABLE_ROWS);
  return (
    <CountTable
      title={isFull ? 'Source Analytics' : 'Top Referrers'}
      columns={['Source', 'Visits']}
      rows={rows.map(({ referrer, count }) => ({ key: referrer, name: referrer === '' ? <Direct /> : referrer, count }))}
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
