import { useSnapshot } from 'valtio';
import { MAX_FREE_PER_PAGE, premiumSentences } from '#domain/subscriptions/entitlements';
import { session, useEntitlement } from '../../site/session';
import { Select } from '../../ui/form/select';
import { Pagination } from '../../ui/navigation/pagination';
import { useIsNarrow } from '../../ui/use-media';
import { parseRowsPerPage, rowCounts } from './list-choices';
import { freePagesOf } from './list-search';
import { isRefused, pageCountOf, useList } from './use-list';
import styles from './list-pages.module.css';

export const RESULTS_ID = 'results';

/** The pages of a list. Without Premium they are locked on narrow screens; elsewhere they end after the free ones. */
export function ListPages({ name }: { readonly name: 'top' | 'bottom' }) {
  const { search, page, status, error, change } = useList();
  const { isLoaded } = useSnapshot(session);
  const narrow = useIsNarrow();
  const isLimited = !useEntitlement('all_pages') && isLoaded;
  const freePages = freePagesOf(search.query);
  const pageCount = page ? pageCountOf(page) : status === 'locked' || isRefused(error) ? freePages : null;
  return (
    <Pagination
      page={search.page}
      pages={pageCount !== null && isLimited ? Math.min(pageCount, freePages) : pageCount}
      lockedMore={isLimited && (status === 'locked' || (pageCount ?? 0) > freePages) ? premiumSentences.all_pages : null}
      narrow={narrow}
      locked={isLimited && narrow ? premiumSentences.all_pages : null}
      name={name}
      onPage={(number) => {
        change({ page: number });
        const element = document.getElementById(RESULTS_ID);
        if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
      }}
    />
  );
}

/** Chooses how many rows a page has; absent where all rows fit on the shortest page. More than ten are part of Premium. */
export function RowsPerPageMenu() {
  const { search, page, change } = useList();
  const canChoose = useEntitlement('all_pages');
  const counts = rowCounts[search.view];
  if (!page || page.total <= counts[0]) return null;
  const options = counts.map((count) => {
    const isDisabled = count > MAX_FREE_PER_PAGE && !canChoose;
    return { value: `${count}` as const, name: isDisabled ? `${count} (Premium)` : `${count}`, isDisabled };
  });
  return (
    <div className={styles.rowsPerPage} data-testid="rows-per-page">
      <Select
        label="Rows per page"
        value={`${search.per_page}` as const}
        options={options}
        onChange={(text) => {
          const count = parseRowsPerPage(text);
          if (count !== undefined) change({ per_page: count });
        }}
      />
    </div>
  );
}
