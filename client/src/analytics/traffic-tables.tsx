import type { SiteAnalytics } from '#domain/analytics/site-analytics';
import { Icon } from '../ui/icon';
import { CountTable } from './count-table';

interface TrafficTableProps {
  readonly of: SiteAnalytics;
  /** All rows under the heading of their own tab; else the first ten. */
  readonly whole?: boolean;
}

const SHORT = 10;

/** The pages that were looked at most. */
export function PagesTable({ of: { top_pages: pages }, whole = false }: TrafficTableProps) {
  const shown = whole ? pages : pages.slice(0, SHORT);
  return (
    <CountTable
      title={whole ? 'Detailed Page Analytics' : 'Top Pages'}
      columns={['Page', 'Views']}
      rows={shown.map(({ path, count }) => ({ key: path, name: path, count }))}
      {...(whole ? { note: 'The most viewed pages of the period, 100 at most.' } : {})}
    />
  );
}

/** Where people came from. */
export function SourcesTable({ of: { top_referrers: sources }, whole = false }: TrafficTableProps) {
  const shown = whole ? sources : sources.slice(0, SHORT);
  return (
    <CountTable
      title={whole ? 'Source Analytics' : 'Top Referrers'}
      columns={['Source', 'Visits']}
      rows={shown.map(({ referrer, count }) => ({ key: referrer, name: referrer === '' ? <Direct /> : referrer, count }))}
      {...(whole ? { note: 'The sites that led here in the period, 100 at most.' } : {})}
    />
  );
}

/** Nobody led here: the address was typed, or found by searching. */
const Direct = () => (
  <>
    <Icon name="search" size={16} /> Direct
  </>
);
