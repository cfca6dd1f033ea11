import { proxy, ref } from 'valtio';
import type { ListRow } from '#domain/catalog/catalog';
import type { Page } from '#domain/catalog/list-contract';
import { DEFAULT_PER_PAGE, type OrderBy, type Sort, type Variant, variants } from '#domain/catalog/variants';
import { endpointUrl, api } from '../../api/api';
import { ApiError, networkError } from '../../api/api-error';
import { trackEvent } from '../../api/track-event';
import { cacheResponse, findCachedResponse } from '../../api/response-cache';
import { onViewerChange, viewerHas, whenSessionLoaded } from '../../site/session';
import { navigate, lastNavigationKind } from '../../site/navigation';
import { notify } from '../../site/toast';
import {
  searchUrl,
  allowedSearch,
  defaultSearch,
  formatSearch,
  isSameSearch,
  normalizeKeywords,
  type ListSearch,
  listQuery,
  parseSearch,
} from './list-search';

/** One page of a list, whatever its rows are called on the wire. */
export interface ListPage<V extends Variant = Variant> extends Page {
  readonly rows: readonly ListRow[V][];
}

export interface ListState {
  /** What is asked for now. */
  search: ListSearch;
  /** The text in the Keywords field; the search follows 300 ms later. */
  keywordText: string;
  /** What is on screen; null before the first answer and after a failure. */
  page: ListPage | null;
  status: 'idle' | 'loading' | 'shown' | 'failed';
  error: ApiError | null;
  /** True when the address held a keyword that this viewer may not search for. */
  keywordRefused: boolean;
  /** True once the list was on screen: coming back without a query then restores it. */
  wasOpened: boolean;
}

const KEYWORD_DEBOUNCE_MS = 300;

const emptyList = (variant: Variant): ListState => ({
  search: defaultSearch(variant),
  keywordText: '',
  page: null,
  status: 'idle',
  error: null,
  keywordRefused: false,
  wasOpened: false,
});

/** The three lists, each with its own search and rows; changed by the actions of this file only. */
export const lists = proxy<Record<Variant, ListState>>({
  boards: emptyList('boards'),
  pinners: emptyList('pinners'),
  pins: emptyList('pins'),
});

let keywordTimer: ReturnType<typeof setTimeout> | undefined;
let inFlight: AbortController | null = null;

// What one viewer searched for, the next one may neither see nor be refused for.
onViewerChange(() => {
  for (const variant of variants) Object.assign(lists[variant], emptyList(variant));
});

/** Follows the address. Its query wins over what was shown before; without one, arriving at a list left earlier brings it back as it was. */
export function syncWithUrl(variant: Variant, text: string, isArrival: boolean): void {
  const list = lists[variant];
  if (isArrival && text === '' && list.wasOpened && lastNavigationKind() === 'push') {
    const query = formatSearch(variant, list.search);
    if (query !== '') return navigate(searchUrl(variant, list.search), { replace: true });
  }
  void showSearch(variant, parseSearch(variant, text));
}

/** Takes what was typed so far; searches when typing pauses for 300 ms. */
export function setKeywordText(variant: Variant, text: string): void {
  lists[variant].keywordText = text;
  clearTimeout(keywordTimer);
  keywordTimer = setTimeout(
    () => changeSearch(variant, { query: normalizeKeywords(text), page: 1 }, { replace: true }),
    KEYWORD_DEBOUNCE_MS,
  );
}

/** Searches at once, also when nothing changed: the Search button. */
export function submitSearch(variant: Variant): void {
  const before = lists[variant].search;
  const search: ListSearch = { ...before, query: normalizeKeywords(lists[variant].keywordText) };
  changeSearch(variant, search.query === before.query ? {} : { query: search.query, page: 1 }, { force: true });
}

export const changeOrder = (variant: Variant, orderBy: OrderBy): void => changeSearch(variant, { order_by: orderBy, page: 1 });
export const changeSort = (variant: Variant, sort: Sort): void => changeSearch(variant, { sort, page: 1 });
export const openPage = (variant: Variant, page: number): void => changeSearch(variant, { page });

/** Empties the Keywords field and lists everything. */
export function clearKeywords(variant: Variant): void {
  lists[variant].keywordText = '';
  changeSearch(variant, { query: undefined, page: 1 });
}

/** Asks for the same page once more, past the answers kept in memory. */
export const reloadList = (variant: Variant): Promise<void> => loadList(variant, true);

/** Gives up what is under way when the list leaves the screen. */
export function cancelListLoad(variant: Variant): void {
  clearTimeout(keywordTimer);
  inFlight?.abort();
  const list = lists[variant];
  if (list.status === 'loading') list.status = 'idle';
}

function changeSearch(variant: Variant, change: Partial<ListSearch>, options: { replace?: boolean; force?: boolean } = {}): void {
  clearTimeout(keywordTimer);
  const list = lists[variant];
  const search = { ...list.search, ...change };
  const isSame = isSameSearch(search, list.search);
  list.search = search;
  list.keywordRefused = false;
  if (!isSame) navigate(searchUrl(variant, search), { replace: options.replace ?? false });
  if (!isSame || options.force) void loadList(variant, options.force ?? false);
}

async function showSearch(variant: Variant, wantedSearch: ListSearch): Promise<void> {
  const needsSession = wantedSearch.query !== undefined || allowedSearch(variant, wantedSearch, () => false) !== wantedSearch;
  if (needsSession) await whenSessionLoaded();
  const list = lists[variant];
  const search = allowedSearch(variant, wantedSearch, viewerHas);
  const isSame = isSameSearch(search, list.search);
  list.keywordRefused = search.query !== wantedSearch.query;
  if (isSame && (list.status === 'loading' || list.status === 'shown' || list.status === 'failed')) return;
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
  const cached = force ? undefined : findCachedResponse(listUrl(variant, search));
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

function applyPage(list: ListState, page: ListPage): void {
  Object.assign(list, { page: ref(page), status: 'shown', error: null });
}

function applyError(list: ListState, error: unknown): void {
  const apiError = error instanceof ApiError ? error : networkError();
  if (!(error instanceof ApiError)) console.error(error);
  Object.assign(list, { page: null, status: 'failed', error: ref(apiError) });
  if (apiError.status === 403) notify(apiError.message, 'error');
}

const listUrl = (variant: Variant, search: ListSearch): string => endpointUrl(`GET /${variant}`, { query: listQuery(search) });

async function fetchPage(variant: Variant, search: ListSearch, signal: AbortSignal): Promise<ListPage> {
  const page = await fetchVariantPage(variant, { query: listQuery(search), signal });
  cacheResponse(listUrl(variant, search), page);
  return page;
}

async function fetchVariantPage(variant: Variant, call: { query: ReturnType<typeof listQuery>; signal: AbortSignal }): Promise<ListPage> {
  if (variant === 'boards') return withRows(await api('GET /boards', call), ({ boards }) => boards);
  if (variant === 'pinners') return withRows(await api('GET /pinners', call), ({ pinners }) => pinners);
  return withRows(await api('GET /pins', call), ({ pins }) => pins);
}

const withRows = <P extends Page>(page: P, rows: (page: P) => ListPage['rows']): ListPage => ({ ...page, rows: rows(page) });

/** How many pages a list has; at least one. Where counting stopped early, a full page has another one behind it. */
export function pageCountOf(page: ListPage | null): number {
  if (!page) return 1;
  const countedPages = Math.max(1, Math.ceil(page.total / DEFAULT_PER_PAGE));
  const hasMore = !page.total_is_exact && page.rows.length === DEFAULT_PER_PAGE;
  return hasMore ? Math.max(countedPages, page.page + 1) : countedPages;
}

/** Fetches a page into memory before it is asked for; failures are silent. */
export async function prefetchPage(variant: Variant, number: number): Promise<void> {
  const search = { ...lists[variant].search, page: number };
  if (findCachedResponse(listUrl(variant, search))) return;
  await fetchPage(variant, search, new AbortController().signal).catch(() => undefined);
}
