import { findScreen } from '#domain/site/find-screen';
import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Icon } from '../../ui/icon';
import { CountTable } from './count-table';

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
