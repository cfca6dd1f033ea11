import { createContext, use, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ListRow } from '#domain/catalog/catalog';
import type { Page } from '#domain/catalog/list-contract';
import type { Variant } from '#domain/catalog/variants';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { api, endpointUrl } from '../../api/api';
import type { ApiError } from '../../api/api-error';
import { useCatalogStats } from '../../api/catalog-stats';
import { CACHE_TTL_MS, type Source, useResource } from '../../api/resource';
import { createStore } from '../../api/store';
import { trackEvent } from '../../api/track-event';
import { lastNavigationKind, navigate } from '../../site/navigation';
import { session, useViewerHas, viewerHas, viewerSearchAccess } from '../../site/session';
import { notify } from '../../site/toast';
import { useSearchText } from '../../ui/navigation/use-path';
import { type ListColumn, rowExtrasFor, shownColumns } from './columns/list-columns';
import { freeFilters } from './filters/filter-texts';
import { rememberChoices, useRememberedChoices } from './list-choices';
import {
  allowedSearch,
  changedSearch,
  formatSearch,
  freePagesOf,
  invalidFilters,
  type ListSearch,
  listQuery,
  parseSearch,
  searchUrl,
} from './list-search';

/** One page of any list. */
export interface ListPage extends Page {
  readonly rows: readonly ListRow[Variant][];
  /** How many rows a full page has. */
  readonly rowsPerPage: number;
}

/** The number of pages of a list, at least one. */
export const pageCountOf = (page: ListPage | null): number => (page ? Math.max(1, Math.ceil(page.total / page.rowsPerPage)) : 1);

/** The list on screen: the search of its address, and the page of it that is loaded. */
export interface List {
  readonly variant: Variant;
  readonly search: ListSearch;
  /** The page on screen; null before the first response and after a failure. Offline, and at a locked page, the last one stays. */
  readonly page: ListPage | null;
  /** The columns beside the two numbers. */
  readonly columns: readonly ListColumn[];
  /** `waiting`: it is not known yet what the viewer may see. `locked`: only Premium includes the page, so that it is not requested. */
  readonly status: 'waiting' | 'loading' | 'shown' | 'failed' | 'locked';
  readonly error: ApiError | null;
  /** Which parts of the address the viewer may not use; for filters, a sentence each. */
  readonly refused: { readonly keywords: boolean; readonly rows: boolean; readonly filters: readonly string[] };
  /** Shows a changed search, on its first page unless the change says otherwise. */
  readonly change: (change: Partial<ListSearch>, isReplaced?: boolean) => void;
  /** Loads the page again, past the response cache. */
  readonly reload: () => void;
}

/** Whether the server refused a page because only Premium includes it. */
export const isRefused = (error: ApiError | null): boolean => error?.status === 403;

/** Gives the parts of a list screen its list. */
export const ListContext = createContext<List | null>(null);

/** The list on screen. */
export const useList = (): List => use(ListContext)!;

/** The page of a search, with the fields that its columns show. */
export function pageSource(variant: Variant, search: ListSearch): Required<Source<ListPage>> {
  const query = { with: rowExtrasFor(variant, search, viewerHas), ...listQuery(search) };
  const fetchData = async (signal: AbortSignal): Promise<ListPage> => {
    const response = await api(`GET /${variant}`, { query, signal });
    if (search.query !== undefined && search.page === 1) trackEvent('search', { list: variant, found: response.total });
    const rows = 'boards' in response ? response.boards : 'pinners' in response ? response.pinners : response.pins;
    return { ...response, rows, rowsPerPage: search.per_page };
  };
  return { key: endpointUrl(`GET /${variant}`, { query }), fetchData, keptMs: CACHE_TTL_MS };
}

/** The query string of each list when it was last on screen. The next viewer must not see the search of the one before. */
const lastQueries = createStore<Record<Variant, string>>(() => ({ boards: '', pinners: '', pins: '' }), 'viewer');

/** The query string of the list on screen. Arriving without one restores that of the last search. */
function useQueryText(variant: Variant): string {
  const text = useSearchText();
  const [restored, setRestored] = useState(() => (text === '' && lastNavigationKind() === 'push' ? lastQueries[variant] : ''));
  if (restored !== '' && text !== '') setRestored('');
  useEffect(() => {
    if (restored !== '') navigate(`/${variant}${restored}`, { replace: true });
  }, [variant, restored]);
  return text || restored;
}

/** The search of the address, limited to what the viewer may see. It waits until the viewer and the default order are known. */
function useAllowedSearch(variant: Variant): Pick<List, 'search' | 'refused'> & { readonly isWaiting: boolean } {
  const text = useQueryText(variant);
  const isAllowed = useViewerHas();
  const { isLoaded } = useSnapshot(session);
  const stats = useCatalogStats(true);
  useRememberedChoices();
  const wanted = parseSearch(variant, text);
  const search = allowedSearch(variant, wanted, isAllowed, canSearchWith(viewerSearchAccess()));
  const lockedFilters = isAllowed('all_filters') ? [] : freeFilters(variant, wanted.filters, search.order_by).refusals;
  const refused = {
    keywords: search.query !== wanted.query,
    rows: search.per_page !== wanted.per_page,
    filters: [...invalidFilters(variant, text), ...lockedFilters],
  };
  return { search, refused, isWaiting: !isLoaded || (stats.data === null && stats.error === null) };
}

/** The list of the address on screen, which it loads. */
export function useListOfAddress(variant: Variant): List {
  const { search, refused, isWaiting } = useAllowedSearch(variant);
  const isAllowed = useViewerHas();
  const isLocked = !isWaiting && search.page > freePagesOf(search.query) && !isAllowed('all_pages');
  const isEnabled = !isWaiting && !isLocked;
  const { key, fetchData, keptMs } = pageSource(variant, search);
  const { data, shown, error, busy, reload } = useResource(key, fetchData, { keptMs, isEnabled });
  const query = formatSearch(variant, search);
  useEffect(() => {
    if (!isWaiting) lastQueries[variant] = query;
  }, [variant, query, isWaiting]);
  useEffect(() => {
    if (error && isRefused(error)) notify(error.message, 'error');
  }, [error]);
  const page = error && error.code !== 'network' ? null : shown;
  return {
    variant,
    search,
    page,
    columns: shownColumns(variant, search, page?.rows ?? null, isAllowed),
    status: isWaiting ? 'waiting' : isLocked ? 'locked' : busy ? 'loading' : error ? 'failed' : data ? 'shown' : 'loading',
    error,
    refused,
    change: (change, isReplaced = false) => {
      rememberChoices(variant, change);
      const url = searchUrl(variant, changedSearch(variant, search, change));
      if (url !== searchUrl(variant, search)) navigate(url, { replace: isReplaced });
    },
    reload: () => void (isEnabled && reload()),
  };
}
