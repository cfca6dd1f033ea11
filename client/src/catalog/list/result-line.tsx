import { classes } from '../../ui/classes';
import { useCatalogStats } from '../../api/catalog-stats';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { formatCount, wholeNumber } from '#domain/numbers';
import { inOwnFormats } from '#domain/site/own-formats';
import { Notice } from '../../ui/feedback/notice';
import { Spinner } from '../../ui/feedback/spinner';
import { formatDate } from '../../ui/format';
import { screenOrder } from './list-search';
import { type ListPage, pageCountOf, useList } from './use-list';
import styles from './list-screen.module.css';

/** `12,480 boards · page 2 of 1,248`; screen readers announce every change. */
export function ResultLine() {
  const { variant, search, page, status } = useList();
  const oldDay = useCatalogStats().data?.numbers_as_of[variant] ?? null;
  const busy = status === 'loading' || status === 'waiting';
  return (
    <div className={classes('row shrink strong number gap-2', styles.summary)}>
      <output data-testid="result-count">
        {page ? resultSummary(variant, page, search.page) : busy ? <span className="sr-only">Loading</span> : ''}
        {page && page.total > 0 && (oldDay ?? page.as_of) !== null && (
          <span className="muted normal">
            {' '}
            · {oldDay === null ? 'as of' : 'numbers as of'} {formatDate(oldDay ?? page.as_of)}
          </span>
        )}
      </output>
      <Spinner busy={busy} />
    </div>
  );
}

function resultSummary(variant: Variant, page: ListPage, pageNumber: number): string {
  const { one, many } = variantNouns[variant];
  if (page.total === 0) return `No ${many}`;
  const pageCount = pageCountOf(page);
  const total = formatCount(page.total, one, many);
  if (page.rows.length === 0) return `${total} · ${formatCount(pageCount, 'page', 'pages')}`;
  return `${total} · page ${wholeNumber(pageNumber)} of ${wholeNumber(pageCount)}`;
}

/**
 * Says why a list has another order than its usual one, if the address names none, also while the rows load, so that they stay in place. Of an
 * order by momentum, it says if no row has any: scores end 90 days after the last reading.
 */
export function OrderLine() {
  const { variant, search, page } = useList();
  const { order_by: order, reason } = screenOrder(variant);
  const isUnknown = search.order_by === MOMENTUM_ORDER && search.page === 1 && page?.rows[0]?.momentum_score === null;
  if (!isUnknown && (reason === null || page?.total === 0 || search.order_by !== order)) return null;
  return (
    <p className="caption" data-testid="order-line">
      {inOwnFormats(isUnknown ? 'No momentum for this period.' : reason!)}
    </p>
  );
}

/** Says what was searched for instead, if the keywords have no exact match. */
export function MatchLine() {
  const { search, page } = useList();
  const match = page?.match;
  if (!match || match.how === 'whole' || search.query === undefined || page.rows.length === 0) return null;
  return (
    <Notice data-testid="match-line">
      No exact matches for “{search.query}”. Showing results {match.how === 'nearest' ? 'for' : 'starting with'} “{match.searched_for}”.
    </Notice>
  );
}
