import type { SiteAnalytics } from '#domain/analytics/visitors/contract';
import { Icon } from '../../ui/icon';
import { CountTable } from './count-table';

interface TopTableProps {
  readonly analytics: SiteAnalytics;
  /** All rows under the heading of their own tab; else the first ten. */
  readonly isFull?: boolean;
}

const SHORT_TABLE_ROWS = 10;

/** The pages that were looked at most. */
export function TopPagesTable({ analytics: { top_pages: pages }, isFull = false }: TopTableProps) {
  const shown = isFull ? pages : pages.slice(0, SHORT_TABLE_ROWS);
  return (
    <CountTable
      title={isFull ? 'Detailed Page Analytics' : 'Top Pages'}
      columns={['Page', 'Views']}
      rows={shown.map(({ path, count }) => ({ key: path, name: path, count }))}
      {...(isFull ? { note: 'The most viewed pages of the period, 100 at most.' } : {})}
    />
  );
}

/** Where people came from. */
export function TopReferrersTable({ analytics: { top_referrers: sources }, isFull = false }: TopTableProps) {
  const shown = isFull ? sources : sources.slice(0, SHORT_TABLE_ROWS);
  return (
    <CountTable
      title={isFull ? 'Source Analytics' : 'Top Referrers'}
      columns={['Source', 'Visits']}
      rows={shown.map(({ referrer, count }) => ({ key: referrer, name: referrer === '' ? <Direct /> : referrer, count }))}
      {...(isFull ? { note: 'The sites that led here in the period, 100 at most.' } : {})}
    />
  );
}

/** Nobody led here: the address was typed, or found by searching. */
const Direct = () => (
  <>
    <Icon name="search" size={16} /> Direct
  </>
);
