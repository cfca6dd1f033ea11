import { ref } from 'valtio';
import type { FilterName } from '#domain/catalog/filters/filters';
import { type OrderBy, type Sort, type Variant } from '#domain/catalog/variants';
import { canSearchWith } from '#domain/subscriptions/free-searches/free-search-rights';
import { type ApiError, toApiError } from '../../api/api-error';
import { catalogStats, loadCatalogStats } from '../../api/catalog-stats';
import { trackEvent } from '../../api/track-event';
import { findResponse } from '../../api/resource';
import { session, viewerHas, viewerSearchAccess, whenSessionLoaded } from '../../site/session';
import { paths } from '../../site/paths';
import { navigate, lastNavigationKind } from '../../site/navigation';
import { notify } from '../../site/toast';
import { toggleColumn } from './columns/chosen-columns';
import type { ColumnKey } from './columns/list-columns';
import { freeFilters, inOrder } from './filters/filter-texts';
import { fetchPage, type ListPage, listUrl } from './list-page';
import { chooseView, type ListView } from './list-view';
import { pageOfSameRow, rememberRowsPerPage, rowsPerPageOf, type RowsPerPage } from './pages/rows-per-page';
import {
  searchUrl,
  allowedSearch,
  defaultSearch,
  freePagesOf,
  formatSearch,
  invalidFilters,
  isSameSearch,
  normalizeKeywords,
  type ListSearch,
  parseSearch,
  withOrder,
  withQuery,
} from './list-search';
import { createStore } from '../../api/store';

interface ListState {
  /** The current search. */
  search: ListSearch;
  /** The text of the Keywords field; the search follows after the debounce time. */
  keywordText: string;
  /** The page on screen; null before the first response and after a failure. Offline, and at a locked page, the last one stays. */
  page: ListPage | null;
  /** `locked`: only Premium includes the page, so that it is not requested. */
  status: 'idle' | 'loading' | 'shown' | 'failed' | 'locked';
  error: ApiError | null;
  /** True if the address has keywords but the viewer may not search. */
  keywordRefused: boolean;
  /** True if the address asks for more rows than the viewer may see on a page. */
  rowsRefused: boolean;
  /** Why filters of the address were left out, in sentences. */
  filterRefusals: readonly string[];
  /** True once the list was shown: returning without a query restores it. */
  wasOpened: boolean;
}

const KEYWORD_DEBOUNCE_MS = 300;

/** The state of a list before it is opened. */
export const emptyList = (variant: Variant): ListState => ({
  search: defaultSearch(variant),
  keywordText: '',
  page: null,
  status: 'idle',
  error: null,
  keywordRefused: false,
  rowsRefused: false,
  filterRefusals: [],
  wasOpened: false,
});

/** The state of the three lists, changed only by the functions of this file. The next viewer must not see the search of the one before. */
export const lists = createStore<Record<Variant, ListState>>(
  () => ({
    boards: emptyList('boards'),
    pinners: emptyList('pinners'),
    pins: emptyList('pins'),
  }),
  'viewer',
);

let keywordTimer: ReturnType<typeof setTimeout> | undefined;
/** The address that the list on screen shows or waits to show. */
let latestAddress: string | null = null;
/** The request of the page on screen. */
let loadedUrl: string | null = null;
let inFlight: AbortController | null = null;

/** Shows the search of the address. Arriving at a list without a query restores its previous search. */
export function syncWithUrl(variant: Variant, text: string, isArrival: boolean): void {
  const list = lists[variant];
  if (isArrival && text === '' && list.wasOpened && lastNavigationKind() === 'push') {
    const query = formatSearch(variant, list.search);
    if (query !== '') return navigate(searchUrl(variant, list.search), { replace: true });
  }
  void showAddress(variant, text);
}

/** Sets the text of the Keywords field and searches after the debounce time; free searches are counted, and wait for the button. */
export function setKeywordText(variant: Variant, text: string): void {
  lists[variant].keywordText = text;
  clearTimeout(keywordTimer);
  if (text !== '' && !viewerHas('keyword_search')) return;
  keywordTimer = setTimeout(
    () => changeSearch(variant, { query: normalizeKeywords(text), page: 1 }, { replace: true }),
    KEYWORD_DEBOUNCE_MS,
  );
}

/** Searches immediately, even if nothing changed: the Search button. Visitors sign up first, where that gives free searches. */
export function submitSearch(variant: Variant): void {
  const before = lists[variant].search;
  const search: ListSearch = { ...before, query: normalizeKeywords(lists[variant].keywordText) };
  if (search.query !== undefined && viewerSearchAccess() === 'to_sign_up') {
    return navigate(paths.withNext(paths.register, paths.search(variant, search.query)));
  }
  changeSearch(variant, search.query === before.query ? {} : { query: search.query, page: 1 }, { force: true });
}

export const changeOrder = (variant: Variant, orderBy: OrderBy): void =>
  changeSearch(variant, { ...withOrder(variant, lists[variant].search, orderBy), page: 1 });
export const changeSort = (variant: Variant, sort: Sort): void => changeSearch(variant, { sort, page: 1 });
/** Sets a filter, or removes it. */
export function changeFilter(variant: Variant, name: FilterName, text: string | null): void {
  const { [name]: _before, ...others } = lists[variant].search.filters;
  changeSearch(variant, { filters: inOrder(variant, text === null ? others : { ...others, [name]: text }), page: 1 });
}

/** Removes all filters. */
export const openPage = (variant: Variant, page: number): void => changeSearch(variant, { page });

/** Shows another number of rows on a page, also on the next visit, from the page with the row that is first now. */
export function changeRowsPerPage(variant: Variant, count: RowsPerPage): void {
  rememberRowsPerPage(count);
  changeSearch(variant, resized(lists[variant].search, count));
}

/** Shows the rows of a list in another view, with as many on a page as fill it. */
export function changeView(variant: Variant, view: ListView): void {
  const { search } = lists[variant];
  chooseView(view);
  const count = rowsPerPageOf(view, search.per_page);
  if (count === search.per_page) navigate(searchUrl(variant, search), { replace: true });
  else changeSearch(variant, resized(search, count), { replace: true });
}

const resized = ({ per_page: before, page }: ListSearch, count: RowsPerPage) => ({
  per_page: count,
  page: pageOfSameRow(page, before, count),
});

/** Shows or hides a column. */
export function changeColumn(variant: Variant, key: ColumnKey): void {
  const { search, page } = lists[variant];
  toggleColumn(variant, key, page?.rows ?? null);
  navigate(searchUrl(variant, search), { replace: true });
  if (listUrl(variant, search) !== loadedUrl) void loadList(variant, false);
}

/** Clears the keywords. */
export function clearKeywords(variant: Variant): void {
  lists[variant].keywordText = '';
  changeSearch(variant, { query: undefined, page: 1 });
}

/** Loads the current page again, past the response cache. */
export const reloadList = (variant: Variant): Promise<void> => loadList(variant, true);

/** Cancels the request in flight when the list is unmounted. */
export function cancelListLoad(variant: Variant): void {
  clearTimeout(keywordTimer);
  latestAddress = null;
  inFlight?.abort();
  const list = lists[variant];
  if (list.status === 'loading') list.status = 'idle';
}

/** Changes a search and shows it. */
export function changeSearch(variant: Variant, change: Partial<ListSearch>, options: { replace?: boolean; force?: boolean } = {}): void {
  clearTimeout(keywordTimer);
  const list = lists[variant];
  const changed = { ...list.search, ...change };
  const search = 'query' in change ? withQuery(variant, { ...changed, query: list.search.query }, change.query) : changed;
  const isSame = isSameSearch(search, list.search);
  list.search = search;
  list.keywordRefused = false;
  list.rowsRefused = false;
  list.filterRefusals = [];
  if (!isSame) navigate(searchUrl(variant, search), { replace: options.replace ?? false });
  if (!isSame || options.force) void loadList(variant, options.force ?? false);
}

/** Shows the search of an address, once it is known which order stands for none, and which columns the viewer has. */
async function showAddress(variant: Variant, text: string): Promise<void> {
  latestAddress = `${variant}${text}`;
  if (!catalogStats() || !session.isLoaded) await Promise.all([loadCatalogStats(), whenSessionLoaded()]);
  if (latestAddress === `${variant}${text}`) await showSearch(variant, parseSearch(variant, text), invalidFilters(variant, text));
}

async function showSearch(variant: Variant, wantedSearch: ListSearch, invalid: readonly string[]): Promise<void> {
  const list = lists[variant];
  const search = allowedSearch(variant, wantedSearch, viewerHas, canSearchWith(viewerSearchAccess()));
  const isSame = isSameSearch(search, list.search);
  list.keywordRefused = search.query !== wantedSearch.query;
  list.rowsRefused = search.per_page !== wantedSearch.per_page;
  const locked = viewerHas('all_filters') ? [] : freeFilters(variant, wantedSearch.filters, search.order_by).refusals;
  list.filterRefusals = [...invalid, ...locked];
  if (isSame && list.status !== 'idle' && loadedUrl === listUrl(variant, search)) return;
  list.search = search;
  if (normalizeKeywords(list.keywordText) !== search.query) list.keywordText = search.query ?? '';
  await loadList(variant, false);
}

async function loadList(variant: Variant, force: boolean): Promise<void> {
  const list = lists[variant];
  const search = list.search;
  inFlight?.abort();
  const controller = (inFlight = new AbortController());
  list.wasOpened = true;
  loadedUrl = listUrl(variant, search);
  if (isLockedPage(search)) return void Object.assign(list, { status: 'locked', error: null });
  const cached = force ? undefined : findResponse(listUrl(variant, search));
  if (cached) return applyPage(list, cached as ListPage);
  list.status = 'loading';
  try {
    const page = await fetchPage(variant, search, controller.signal);
    if (controller.signal.aborted) return;
    applyPage(list, page);
    if (search.query !== undefined && search.page === 1) trackEvent('search', { list: variant, found: page.total });
  } catch (error) {
    if (!controller.signal.aborted) applyError(list, error);
  }
}

/** Whether only Premium includes the page; false until the session is loaded, when the server decides. */
const isLockedPage = ({ query, page }: ListSearch): boolean => session.isLoaded && page > freePagesOf(query) && !viewerHas('all_pages');

function applyPage(list: ListState, page: ListPage): void {
  Object.assign(list, { page: ref(page), status: 'shown', error: null });
}

function applyError(list: ListState, error: unknown): void {
  const apiError = toApiError(error);
  const page = apiError.code === 'network' ? list.page : null;
  Object.assign(list, { page, status: 'failed', error: ref(apiError) });
  if (apiError.status === 403) notify(apiError.message, 'error');
}

/** Loads a page into the response cache; failures are ignored. */
export async function prefetchPage(variant: Variant, number: number): Promise<void> {
  const search = { ...lists[variant].search, page: number };
  if (findResponse(listUrl(variant, search))) return;
  await fetchPage(variant, search, new AbortController().signal).catch(() => undefined);
}
