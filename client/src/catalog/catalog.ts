import { proxy, ref } from 'valtio';
import type { RowOf } from '#domain/catalog/catalog';
import type { Page } from '#domain/catalog/entity';
import { DEFAULT_PER_PAGE, type OrderBy, type Sort, type Variant, variants } from '#domain/catalog/variants';
import { addressOf, api } from '../api/api';
import { ApiError, noAnswer } from '../api/api-error';
import { report } from '../api/events';
import { keep, recall } from '../api/response-cache';
import { may, onOtherViewer, sessionKnown } from '../session';
import { go, lastMove } from '../ui/navigation';
import { notify } from '../ui/toast';
import {
  addressOfSearch,
  allowedSearch,
  defaultSearch,
  formatSearch,
  isSameSearch,
  keywords,
  type ListSearch,
  parametersOf,
  parseSearch,
} from './list-search';

/** One page of a list, whatever its rows are called on the wire. */
export interface ShownPage<V extends Variant = Variant> extends Page {
  readonly rows: readonly RowOf[V][];
}

export interface ListState {
  /** What is asked for now. */
  search: ListSearch;
  /** The text in the Keywords field; the search follows 300 ms later. */
  typed: string;
  /** What is on screen; null before the first answer and after a failure. */
  page: ShownPage | null;
  status: 'idle' | 'loading' | 'shown' | 'failed';
  fault: ApiError | null;
  /** True when the address held a keyword that this viewer may not search for. */
  keywordRefused: boolean;
  /** True once the list was on screen: coming back without a query then restores it. */
  opened: boolean;
}

const DEBOUNCE = 300;

const emptyList = (variant: Variant): ListState => ({
  search: defaultSearch(variant),
  typed: '',
  page: null,
  status: 'idle',
  fault: null,
  keywordRefused: false,
  opened: false,
});

/** The three lists, each with its own search and rows; changed by the actions of this file only. */
export const lists = proxy<Record<Variant, ListState>>({
  boards: emptyList('boards'),
  pinners: emptyList('pinners'),
  pins: emptyList('pins'),
});

let typing: ReturnType<typeof setTimeout> | undefined;
let inFlight: AbortController | null = null;

// What one viewer searched for, the next one may neither see nor be refused for.
onOtherViewer(() => {
  for (const variant of variants) Object.assign(lists[variant], emptyList(variant));
});

/** Follows the address. Its query wins over what was shown before; without one, arriving at a list left earlier brings it back as it was. */
export function followAddress(variant: Variant, text: string, isArrival: boolean): void {
  const list = lists[variant];
  if (isArrival && text === '' && list.opened && lastMove() === 'push') {
    const address = formatSearch(variant, list.search);
    if (address !== '') return go(addressOfSearch(variant, list.search), { replace: true });
  }
  void show(variant, parseSearch(variant, text));
}

/** Takes what was typed so far; searches when typing pauses for 300 ms. */
export function typeKeywords(variant: Variant, text: string): void {
  lists[variant].typed = text;
  clearTimeout(typing);
  typing = setTimeout(() => ask(variant, { query: keywords(text), page: 1 }, { replace: true }), DEBOUNCE);
}

/** Searches at once, also when nothing changed: the Search button. */
export function submitSearch(variant: Variant): void {
  const before = lists[variant].search;
  const search: ListSearch = { ...before, query: keywords(lists[variant].typed) };
  ask(variant, search.query === before.query ? {} : { query: search.query, page: 1 }, { anew: true });
}

export const orderBy = (variant: Variant, order_by: OrderBy): void => ask(variant, { order_by, page: 1 });
export const sortBy = (variant: Variant, sort: Sort): void => ask(variant, { sort, page: 1 });
export const openPage = (variant: Variant, page: number): void => ask(variant, { page });

/** Empties the Keywords field and lists everything. */
export function clearKeywords(variant: Variant): void {
  lists[variant].typed = '';
  ask(variant, { query: undefined, page: 1 });
}

/** Asks for the same page once more, past the answers kept in memory. */
export const retry = (variant: Variant): Promise<void> => load(variant, true);

/** Gives up what is under way when the list leaves the screen. */
export function leaveList(variant: Variant): void {
  clearTimeout(typing);
  inFlight?.abort();
  const list = lists[variant];
  if (list.status === 'loading') list.status = 'idle';
}

function ask(variant: Variant, change: Partial<ListSearch>, how: { replace?: boolean; anew?: boolean } = {}): void {
  clearTimeout(typing);
  const list = lists[variant];
  const search = { ...list.search, ...change };
  const same = isSameSearch(search, list.search);
  list.search = search;
  list.keywordRefused = false;
  if (!same) go(addressOfSearch(variant, search), { replace: how.replace ?? false });
  if (!same || how.anew) void load(variant, how.anew ?? false);
}

async function show(variant: Variant, wanted: ListSearch): Promise<void> {
  const needsRights = wanted.query !== undefined || allowedSearch(variant, wanted, () => false) !== wanted;
  if (needsRights) await sessionKnown();
  const list = lists[variant];
  const search = allowedSearch(variant, wanted, may);
  const same = isSameSearch(search, list.search);
  list.keywordRefused = search.query !== wanted.query;
  if (same && (list.status === 'loading' || list.status === 'shown' || list.status === 'failed')) return;
  list.search = search;
  if (keywords(list.typed) !== search.query) list.typed = search.query ?? '';
  await load(variant, false);
}

async function load(variant: Variant, anew: boolean): Promise<void> {
  const list = lists[variant];
  const search = list.search;
  inFlight?.abort();
  const controller = (inFlight = new AbortController());
  list.opened = true;
  const known = anew ? undefined : recall(listAddress(variant, search));
  if (known) return settle(list, known as ShownPage);
  list.status = 'loading';
  try {
    const page = await fetchPage(variant, search, controller.signal);
    if (controller.signal.aborted) return;
    settle(list, page);
    if (search.query !== undefined && search.page === 1) report('search', { list: variant, found: page.total });
  } catch (error) {
    if (!controller.signal.aborted) fail(list, error);
  }
}

function settle(list: ListState, page: ShownPage): void {
  Object.assign(list, { page: ref(page), status: 'shown', fault: null });
}

function fail(list: ListState, error: unknown): void {
  const fault = error instanceof ApiError ? error : noAnswer();
  if (!(error instanceof ApiError)) console.error(error);
  Object.assign(list, { page: null, status: 'failed', fault: ref(fault) });
  if (fault.status === 403) notify(fault.message, 'error');
}

const listAddress = (variant: Variant, search: ListSearch): string => addressOf(`GET /${variant}`, { query: parametersOf(search) });

async function fetchPage(variant: Variant, search: ListSearch, signal: AbortSignal): Promise<ShownPage> {
  const page = await rowsOf(variant, { query: parametersOf(search), signal });
  keep(listAddress(variant, search), page);
  return page;
}

async function rowsOf(variant: Variant, call: { query: ReturnType<typeof parametersOf>; signal: AbortSignal }): Promise<ShownPage> {
  if (variant === 'boards') return withRows(await api('GET /boards', call), ({ boards }) => boards);
  if (variant === 'pinners') return withRows(await api('GET /pinners', call), ({ pinners }) => pinners);
  return withRows(await api('GET /pins', call), ({ pins }) => pins);
}

const withRows = <P extends Page>(page: P, rows: (page: P) => ShownPage['rows']): ShownPage => ({ ...page, rows: rows(page) });

/** How many pages a list has; at least one. Where counting stopped early, a full page has another one behind it. */
export function pagesOf(page: ShownPage | null): number {
  if (!page) return 1;
  const counted = Math.max(1, Math.ceil(page.total / DEFAULT_PER_PAGE));
  const goesOn = !page.total_is_exact && page.rows.length === DEFAULT_PER_PAGE;
  return goesOn ? Math.max(counted, page.page + 1) : counted;
}

/** Fetches a page into memory before it is asked for; failures are silent. */
export async function prefetchPage(variant: Variant, number: number): Promise<void> {
  const search = { ...lists[variant].search, page: number };
  if (recall(listAddress(variant, search))) return;
  await fetchPage(variant, search, new AbortController().signal).catch(() => undefined);
}
