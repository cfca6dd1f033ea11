import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { type Variant, variantNouns } from '#domain/catalog/variants';
import { wholeNumber } from '#domain/numbers';
import { MAX_FREE_PER_PAGE, premiumSentences } from '#domain/subscriptions/entitlements';
import { load } from '../../api/resource';
import { usePicturePreconnect } from '../../site/pictures';
import { session, useEntitlement, useSearchAccess } from '../../site/session';
import { useShortcuts } from '../../site/shortcuts';
import { classes } from '../../ui/classes';
import { ErrorPanel } from '../../ui/feedback/error-panel';
import { Notice } from '../../ui/feedback/notice';
import { focusPartAfterwards } from '../../ui/navigation/focus';
import { TextButton } from '../../ui/form/button';
import { SavedSearchesOfList } from '../../ui/navigation/slots';
import { Screen } from '../../ui/navigation/screen';
import { useIsNarrow } from '../../ui/use-media';
import { useRowKeys } from '../../ui/use-row-keys';
import { useWindowEvent } from '../../ui/use-window-event';
import { searchName } from './filters/filter-words';
import { PinGrid } from './pin-grid';
import { freePagesOf, savedQuery } from './list-search';
import { ExportSlot, ListToolbar } from './list-toolbar';
import { PeekSlot } from './peek/peek';
import { MatchLine, OrderLine, ResultLine } from './result-line';
import { ResultTable } from './result-table';
import { SelectionSlot, toggleFocusedRow, useIsBeyondCompared } from './selection/selection';
import { isRefused, type List, ListContext, pageCountOf, pageSource, useList, useListOfAddress } from './use-list';
import { Select } from '../../ui/form/select';
import { Pagination } from '../../ui/navigation/pagination';
import { rowCounts } from './list-choices';
import { inOwnChunk } from '../../ui/own-chunk';
import styles from './list-screen.module.css';

interface ListScreenProps {
  readonly variant: Variant;
  /** The Premium offer: above the results, on narrow screens below them. */
  readonly offer: ReactNode;
}

/** The screen of all three lists. */
export function ListScreen({ variant, offer }: ListScreenProps) {
  const list = useListOfAddress(variant);
  const { status, error, refused } = list;
  const [isFilterOffering, setIsFilterOffering] = useState(false);
  const isSelectionOffering = useIsBeyondCompared();
  const isNarrow = useIsNarrow();
  const access = useSearchAccess();
  usePrefetchNextPage(list);
  // A list that failed without a connection is loaded again once the browser is online.
  useWindowEvent('online', () => error?.code === 'network' && list.reload());
  useListShortcuts(list);
  usePicturePreconnect();
  // One offer at a time; the space of this one stays, so that nothing moves.
  const shownOffer = !isRefused(error) && status !== 'locked' && (
    <div className={isFilterOffering || isSelectionOffering ? styles.yielding : undefined}>{offer}</div>
  );
  return (
    <ListContext value={list}>
      <Screen
        isReady={status === 'shown' || status === 'locked'}
        // While it waits, neither the order, the filters, nor the columns are known: what is shown would move.
        className={classes('cluster gap-2 gap-x-4', styles.screen, status === 'waiting' && styles.waiting)}
      >
        <div className={classes('cluster gap-x-4', styles.head)}>
          <ResultLine />
          {!isNarrow && <SavedSearches />}
          <ListPages name="top" />
        </div>
        <OrderLine />
        <ListToolbar onOffer={setIsFilterOffering} />
        {refused.keywords && (
          <Notice data-testid="keyword-refused">
            {access === 'locked' && premiumSentences.keyword_search} Showing all {variantNouns[variant].many}.
          </Notice>
        )}
        {refused.rows && <Notice data-testid="rows-refused">More than {MAX_FREE_PER_PAGE} rows on a page are part of Premium.</Notice>}
        {!isNarrow && shownOffer}
        <Results />
        {isNarrow && shownOffer}
      </Screen>
    </ListContext>
  );
}

/** The current search to save, and those that are saved. */
function SavedSearches() {
  const { variant, search } = useList();
  return <SavedSearchesOfList variant={variant} query={savedQuery(search)} name={searchName(variant, search)} />;
}

/** Prefetches the next page for viewers who may open it. */
function usePrefetchNextPage({ variant, search, page, status }: List): void {
  const canReadAllPages = useEntitlement('all_pages');
  const next = pageSource(variant, { ...search, page: search.page + 1 });
  const nextKey = canReadAllPages && status === 'shown' && search.page < pageCountOf(page) ? next.key : null;
  const prefetch = useEffectEvent(() => void load(next));
  useEffect(() => {
    if (nextKey === null || !('requestIdleCallback' in window)) return undefined;
    const idle = requestIdleCallback(() => prefetch());
    return () => cancelIdleCallback(idle);
  }, [nextKey]);
}

/** The shortcuts of a list: search field, rows and their selection, pages, and the view of pins. */
function useListShortcuts({ variant, search, change }: List): void {
  useRowKeys('[data-testid="result-row"] a');
  useShortcuts({
    '/': focusKeywords,
    x: toggleFocusedRow,
    '[': () => turnPage('first'),
    ']': () => turnPage('last'),
    ...(variant === 'pins' ? { v: () => change({ view: search.view === 'grid' ? 'table' : 'grid' }, true) } : {}),
  });
}

function focusKeywords(): void {
  const field = document.querySelector<HTMLInputElement>('[data-testid="search-input"]');
  const target = field?.disabled ? document.getElementById('keywords-locked') : field;
  target?.focus();
}

/** Presses Previous or Next, which do nothing while disabled. */
const turnPage = (button: 'first' | 'last'): void =>
  document.querySelector<HTMLElement>(`[data-testid="pagination-top"] button:${button}-of-type`)?.click();

function Results() {
  const { variant, page, status } = useList();
  const isNarrow = useIsNarrow();
  return (
    <div className="stack gap-3" id={RESULTS_ID}>
      <MatchLine />
      <ResultBody />
      {/* Not below placeholders: it would move when there are fewer rows. */}
      {page && (status === 'loading' || (status === 'shown' && page.rows.length > 0)) && (
        <div className={classes('cluster between gap-2 gap-x-6', styles.foot)}>
          <RowsPerPageMenu />
          <ListPages name="bottom" />
        </div>
      )}
      {isNarrow && <ExportSlot />}
      {isNarrow && <SavedSearches />}
      <SelectionSlot variant={variant} />
    </div>
  );
}

/** In chunks of their own, since few lists are empty or locked. */
const ListEmpty = inOwnChunk(() => import('./list-empty'), 'ListEmpty');
const PremiumPanel = inOwnChunk(() => import('./list-empty'), 'PremiumPanel');

/** The rows of a list, or what takes their place. */
function ResultBody() {
  const { variant, search, page, status, error, reload } = useList();
  const hasFailed = status === 'failed' && error !== null;
  if (status === 'locked' || isRefused(error) || (status === 'shown' && page?.rows.length === 0)) {
    return <Suspense fallback={null}>{status === 'shown' && page ? <ListEmpty page={page} /> : <PremiumPanel />}</Suspense>;
  }
  if (hasFailed && !page) return <ErrorPanel title="We couldn't load this list." error={error} onRetry={reload} />;
  return (
    <>
      {hasFailed && page && <StaleNotice page={page.page} onRetry={reload} />}
      {search.view === 'table' ? <ResultTable /> : <PinGrid />}
      <PeekSlot variant={variant} rows={page?.rows ?? []} />
    </>
  );
}

const StaleNotice = ({ page, onRetry }: { readonly page: number; readonly onRetry: () => void }) => (
  <Notice isWarning data-testid="stale-page">
    We couldn't reach the server. These are the rows from before (page {wholeNumber(page)}).{' '}
    <TextButton ref={focusPartAfterwards} onClick={onRetry}>
      Try again
    </TextButton>
  </Notice>
);

const RESULTS_ID = 'results';

/** The pages of a list. Without Premium they are locked on narrow screens; elsewhere they end after the free ones. */
function ListPages({ name }: { readonly name: 'top' | 'bottom' }) {
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
function RowsPerPageMenu() {
  const { search, page, change } = useList();
  const canChoose = useEntitlement('all_pages');
  const counts = rowCounts[search.view];
  if (!page || page.total <= counts[0]) return null;
  const options = counts.map((count) => {
    const isDisabled = count > MAX_FREE_PER_PAGE && !canChoose;
    return { value: count, name: isDisabled ? `${count} (Premium)` : `${count}`, isDisabled };
  });
  return (
    <div className={classes('no-print', styles.rowsPerPage)} data-testid="rows-per-page">
      <Select label="Rows per page" value={search.per_page} options={options} onChange={(count) => change({ per_page: count })} />
    </div>
  );
}
