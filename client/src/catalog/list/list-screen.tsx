import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { MAX_FREE_PER_PAGE, premiumSentences } from '#domain/subscriptions/entitlements';
import type { ApiError } from '../../api/api-error';
import { searchName } from './filters/filter-words';
import { SavedSearches } from '../../ui/navigation/saved-searches-slot';
import { usePicturePreconnect } from '../../site/pictures';
import { session, useEntitlement, useSearchAccess } from '../../site/session';
import { classes } from '../../ui/classes';
import { TextButton } from '../../ui/form/button';
import { Notice } from '../../ui/feedback/notice';
import { useSearchText } from '../../ui/navigation/use-path';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Pagination } from '../../ui/navigation/pagination';
import { Screen } from '../../ui/navigation/screen';
import { useIsNarrow } from '../../ui/use-media';
import { type ListPage, pageCountOf } from './list-page';
import { syncWithUrl, cancelListLoad, lists, openPage, prefetchPage, reloadList } from './list-state';
import { syncColumnsWithUrl } from './columns/chosen-columns';
import { ExportSlot, ListToolbar } from './list-toolbar';
import { PeekSlot } from './peek/peek-slot';
import { RowsPerPageMenu } from './pages/rows-per-page-menu';
import { syncViewWithUrl, useListView } from './list-view';
import { PinGrid } from './grid/pin-grid';
import { freePagesOf, isSameSearch, type ListSearch, parseSearch, savedQuery } from './list-search';
import { MatchLine, OrderLine, ResultLine } from './result-line';
import { ResultTable } from './result-table';
import { useIsBeyondCompared } from './selection/selection';
import { SelectionSlot } from './selection/selection-slot';
import { useListShortcuts } from './use-list-shortcuts';
import styles from './list-screen.module.css';

const RESULTS_ID = 'results';

interface ListScreenProps {
  readonly variant: Variant;
  /** The Premium offer: above the results, on narrow screens below them. */
  readonly offer: ReactNode;
}

/** The screen of all three lists. */
export function ListScreen({ variant, offer }: ListScreenProps) {
  const text = useSearchText();
  const hasArrived = useRef(false);
  const [isFilterOffering, setIsFilterOffering] = useState(false);
  const isSelectionOffering = useIsBeyondCompared();
  const list = useSnapshot(lists)[variant];
  const isNarrow = useIsNarrow();
  const access = useSearchAccess();
  useEffect(() => {
    syncViewWithUrl(variant, text);
    syncColumnsWithUrl(variant, text);
    syncWithUrl(variant, text, !hasArrived.current);
    hasArrived.current = true;
  }, [variant, text]);
  useEffect(() => () => cancelListLoad(variant), [variant]);
  usePrefetchNextPage(variant);
  useReloadWhenOnline(variant);
  useListShortcuts(variant);
  usePicturePreconnect();
  const isReady = (list.status === 'shown' || list.status === 'locked') && isSameSearch(list.search, parseSearch(variant, text));
  // One offer at a time; the space of this one stays, so that nothing moves.
  const shownOffer = !isRefused(list.error) && list.status !== 'locked' && (
    <div className={isFilterOffering || isSelectionOffering ? styles.yielding : undefined}>{offer}</div>
  );
  // Before, neither the order, the filters, nor the columns are known: what is shown would move.
  const hasSearch = list.status !== 'idle';
  return (
    <Screen isReady={isReady} className={classes('cluster gap-2 gap-x-4', styles.screen, !hasSearch && styles.waiting)}>
      <ListHead variant={variant} />
      <ListToolbar variant={variant} onOffer={setIsFilterOffering} />
      {list.keywordRefused && (
        <Notice data-testid="keyword-refused">
          {access === 'locked' && premiumSentences.keyword_search} Showing all {variantNouns[variant].many}.
        </Notice>
      )}
      {list.rowsRefused && <Notice data-testid="rows-refused">More than {MAX_FREE_PER_PAGE} rows on a page are part of Premium.</Notice>}
      {!isNarrow && shownOffer}
      <Results variant={variant} />
      {isNarrow && shownOffer}
    </Screen>
  );
}

/** Whether the list failed because only Premium includes the page. */
const isRefused = (error: { readonly status: number } | null): error is ApiError => error?.status === 403;

/** Prefetches the next page for viewers who may open it. */
function usePrefetchNextPage(variant: Variant): void {
  const { status, search, page } = useSnapshot(lists)[variant];
  const canReadAllPages = useEntitlement('all_pages');
  const nextPage = search.page + 1;
  const shouldPrefetch = canReadAllPages && status === 'shown' && nextPage <= pageCountOf(page);
  useEffect(() => {
    if (!shouldPrefetch || !('requestIdleCallback' in window)) return undefined;
    const idle = requestIdleCallback(() => void prefetchPage(variant, nextPage));
    return () => cancelIdleCallback(idle);
  }, [shouldPrefetch, variant, nextPage]);
}

/** Reloads a list that failed without a connection once the browser is online. */
function useReloadWhenOnline(variant: Variant): void {
  useEffect(() => {
    const reload = () => {
      if (lists[variant].error?.code === 'network') void reloadList(variant);
    };
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [variant]);
}

/** Beside the heading: how many rows the list has, why it has its order, its saved searches, and its pages. */
function ListHead({ variant }: { readonly variant: Variant }) {
  const { search, page, status } = useSnapshot(lists)[variant] as (typeof lists)[Variant];
  const pages = usePagination(variant);
  return (
    <>
      <div className={styles.head}>
        <ResultLine variant={variant} search={search} page={page} busy={status === 'loading' || status === 'idle'} />
        <SavedSearches variant={variant} query={savedQuery(search)} name={searchName(variant, search)} />
        <Pagination {...pages} name="top" />
      </div>
      <OrderLine variant={variant} search={search} page={page} />
    </>
  );
}

function Results({ variant }: { readonly variant: Variant }) {
  const { search, page, status } = useSnapshot(lists)[variant] as (typeof lists)[Variant];
  const isEmpty = status === 'shown' && page?.rows.length === 0;
  const isNarrow = useIsNarrow();
  const pages = usePagination(variant);
  return (
    <div className="stack gap-3" id={RESULTS_ID}>
      <MatchLine query={search.query} page={page} />
      <ResultBody variant={variant} />
      {/* Not below placeholders: it would move when there are fewer rows. */}
      {page && status !== 'failed' && status !== 'locked' && !isEmpty && (
        <div className={classes('cluster between gap-2 gap-x-6', styles.foot)}>
          <RowsPerPageMenu variant={variant} />
          <Pagination {...pages} name="bottom" />
        </div>
      )}
      {isNarrow && <ExportSlot variant={variant} />}
      <SelectionSlot variant={variant} />
    </div>
  );
}

/** In chunks of their own, since few lists are empty or locked. */
const ListEmpty = lazy(async () => ({ default: (await import('./list-empty')).ListEmpty }));
const PremiumPanel = lazy(async () => ({ default: (await import('./premium-panel')).PremiumPanel }));

/** The rows of a list, or what takes their place. */
function ResultBody({ variant }: { readonly variant: Variant }) {
  const { search, page, status, error } = useSnapshot(lists)[variant] as (typeof lists)[Variant];
  if (status === 'locked' || isRefused(error)) {
    return (
      <Suspense fallback={null}>
        <PremiumPanel variant={variant} reason={error && error.message} pageNumber={search.page} page={page} />
      </Suspense>
    );
  }
  const hasFailed = status === 'failed' && error !== null;
  if (hasFailed && !page) return <ErrorPanel title="We couldn't load this list." error={error} onRetry={() => void reloadList(variant)} />;
  if (status === 'shown' && page?.rows.length === 0) {
    return (
      <Suspense fallback={null}>
        <ListEmpty variant={variant} search={search} page={page} />
      </Suspense>
    );
  }
  const isBusy = status === 'loading' || status === 'idle';
  return (
    <>
      {hasFailed && page && <StalePageNotice variant={variant} page={page} />}
      <ResultRows variant={variant} search={search} page={page} busy={isBusy || hasFailed} />
    </>
  );
}

interface ResultRowsProps {
  readonly variant: Variant;
  readonly search: ListSearch;
  readonly page: ListPage | null;
  readonly busy: boolean;
}

/** The rows as a table, or pins as a grid. */
function ResultRows({ variant, search, page, busy }: ResultRowsProps) {
  const view = useListView(variant);
  const rows = page?.rows ?? null;
  const pins = rows && rows.filter((row) => 'saves' in row);
  return (
    <>
      {view === 'table' ? (
        <ResultTable variant={variant} search={search} rows={rows} busy={busy} />
      ) : (
        <PinGrid search={search} rows={pins} busy={busy} />
      )}
      <PeekSlot variant={variant} rows={rows ?? []} />
    </>
  );
}

/** Says offline that the rows are those of the last page that was loaded. */
const StalePageNotice = ({ variant, page }: { readonly variant: Variant; readonly page: ListPage }) => (
  <Notice isWarning data-testid="stale-page">
    We couldn't reach the server. These are the rows from before (page {wholeNumber(page.page)}).{' '}
    <TextButton onClick={() => void reloadList(variant)}>Try again</TextButton>
  </Notice>
);

/** The props of both paginations. Without Premium the pages are locked on narrow screens; elsewhere they end after the free ones. */
function usePagination(variant: Variant) {
  const { search, page, status, error } = useSnapshot(lists)[variant] as (typeof lists)[Variant];
  const { isLoaded } = useSnapshot(session);
  const narrow = useIsNarrow();
  const canReadAllPages = useEntitlement('all_pages');
  const onPage = (number: number) => {
    openPage(variant, number);
    const element = document.getElementById(RESULTS_ID);
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
  };
  const isLimited = isLoaded && !canReadAllPages;
  const freePages = freePagesOf(search.query);
  const pageCount = page ? pageCountOf(page) : status === 'locked' || isRefused(error) ? freePages : null;
  return {
    page: search.page,
    pages: pageCount !== null && isLimited ? Math.min(pageCount, freePages) : pageCount,
    lockedMore: isLimited && (status === 'locked' || (pageCount ?? 0) > freePages) ? premiumSentences.all_pages : null,
    narrow,
    locked: isLimited && narrow ? premiumSentences.all_pages : null,
    onPage,
  };
}
