import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import type { Variant } from '#domain/catalog/variants';
import { premiumOnly } from '#domain/subscriptions/entitlements';
import { paths } from '../app/paths';
import { session, useMay } from '../session';
import { PremiumBanner } from '../subscriptions/upsell';
import { useSearchText } from '../ui/address';
import { ErrorPanel } from '../ui/error-panel';
import { Pagination } from '../ui/pagination';
import { Screen } from '../ui/screen';
import { useIsNarrow } from '../ui/use-media';
import { followAddress, leaveList, lists, openPage, pagesOf, prefetchPage, retry } from './catalog';
import { ListEmpty } from './list-empty';
import { ListToolbar } from './list-toolbar';
import { isSameSearch, parseSearch } from './list-search';
import { MatchLine, ResultLine } from './result-line';
import { ResultTable } from './result-table';
import { nouns } from './rows';

/** The three lists share this screen; the route's title is its h1. */
export function ListScreen({ variant }: { readonly variant: Variant }) {
  const text = useSearchText();
  const isHere = useRef(false);
  const list = useSnapshot(lists)[variant];
  useEffect(() => {
    followAddress(variant, text, !isHere.current);
    isHere.current = true;
  }, [variant, text]);
  useEffect(() => () => leaveList(variant), [variant]);
  usePrefetch(variant);
  useRetryOnline(variant);
  const ready = list.status === 'shown' && isSameSearch(list.search, parseSearch(variant, text));
  return (
    <Screen ready={ready} className="list">
      <ListToolbar variant={variant} />
      {list.keywordRefused && (
        <p className="notice" data-testid="keyword-refused">
          {premiumOnly.keyword_search} Showing all {nouns[variant].many}.
        </p>
      )}
      <PremiumBanner />
      <Results variant={variant} />
    </Screen>
  );
}

/** Premium reads on: the next page is fetched while nothing else happens. */
function usePrefetch(variant: Variant): void {
  const { status, search, page } = useSnapshot(lists)[variant];
  const mayReadOn = useMay('all_pages');
  const next = search.page + 1;
  const wanted = mayReadOn && status === 'shown' && next <= pagesOf(page);
  useEffect(() => {
    if (!wanted || !('requestIdleCallback' in window)) return undefined;
    const idle = requestIdleCallback(() => void prefetchPage(variant, next));
    return () => cancelIdleCallback(idle);
  }, [wanted, variant, next]);
}

/** A list that failed for want of a connection is asked for again when there is one. */
function useRetryOnline(variant: Variant): void {
  useEffect(() => {
    const again = () => {
      if (lists[variant].fault?.code === 'network') void retry(variant);
    };
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [variant]);
}

function Results({ variant }: { readonly variant: Variant }) {
  const { search, page, status, fault } = useSnapshot(lists)[variant] as (typeof lists)[Variant];
  const top = useRef<HTMLDivElement>(null);
  const busy = status === 'loading' || status === 'idle';
  const isEmpty = status === 'shown' && page?.rows.length === 0;
  const pages = usePages(variant, () => top.current);
  return (
    <div className="results-area" ref={top}>
      <div className="results-head">
        <ResultLine variant={variant} search={search} page={page} busy={busy} />
        <Pagination {...pages} name="top" />
      </div>
      <MatchLine query={search.query} page={page} />
      {status === 'failed' && fault ? (
        <ErrorPanel title="We could not load this list." fault={fault} onRetry={() => void retry(variant)}>
          {fault.status === 403 && <Link href={paths.premium}>See Premium</Link>}
        </ErrorPanel>
      ) : isEmpty ? (
        <ListEmpty variant={variant} search={search} total={page.total} />
      ) : (
        <ResultTable variant={variant} search={search} rows={page?.rows ?? null} busy={busy} />
      )}
      {status !== 'failed' && !isEmpty && <Pagination {...pages} name="bottom" />}
    </div>
  );
}

/** What both paginations need: on a phone the pages are locked without Premium, elsewhere only the sentence stands beside the last free page. */
function usePages(variant: Variant, top: () => HTMLElement | null) {
  const { search, page } = useSnapshot(lists)[variant] as (typeof lists)[Variant];
  const { known } = useSnapshot(session);
  const narrow = useIsNarrow();
  const mayReadOn = useMay('all_pages');
  const onPage = (number: number) => {
    openPage(variant, number);
    const element = top();
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
  };
  return { page: search.page, pages: pagesOf(page), narrow, locked: known && !mayReadOn && narrow ? premiumOnly.all_pages : null, onPage };
}
