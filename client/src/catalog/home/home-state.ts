import { proxy, ref } from 'valtio';
import type { BoardRow, PinnerRow } from '#domain/catalog/list-contract';
import { type HomeList, homeLists, homeListSearch } from '#domain/catalog/home-lists';
import { endpointUrl, api } from '../../api/api';
import { cacheResponse, findCachedResponse } from '../../api/response-cache';

interface HomeListState {
  status: 'waiting' | 'loading' | 'loaded' | 'failed';
  rows: readonly (BoardRow | PinnerRow)[];
}

/** The four ranked lists of the home page, in their order. */
export const homeState = proxy<{ lists: HomeListState[] }>({ lists: homeLists.map(() => ({ status: 'waiting', rows: [] })) });

let inFlight: AbortController | null = null;

/** Loads the four lists one after another; one that fails stays empty and the next is tried. */
export async function loadHome(): Promise<void> {
  inFlight?.abort();
  const controller = (inFlight = new AbortController());
  for (const [index, list] of homeLists.entries()) {
    const state = homeState.lists[index];
    if (!state || controller.signal.aborted) return;
    await loadHomeList(state, list, controller.signal);
  }
}

/** Gives up what is under way when the home page leaves the screen. */
export const cancelHomeLoad = (): void => inFlight?.abort();

async function loadHomeList(state: HomeListState, list: HomeList, signal: AbortSignal): Promise<void> {
  const url = endpointUrl(`GET /${list.variant}`, { query: homeListSearch(list) });
  const cached = findCachedResponse(url) as HomeListState['rows'] | undefined;
  if (cached) return void Object.assign(state, { status: 'loaded', rows: ref([...cached]) });
  state.status = 'loading';
  try {
    const rows = await fetchHomeRows(list, signal);
    cacheResponse(url, rows);
    Object.assign(state, { status: 'loaded', rows: ref([...rows]) });
  } catch (error) {
    if (signal.aborted) return void (state.status = 'waiting');
    console.warn(`The list for "${list.keyword}" could not be loaded.`, error);
    Object.assign(state, { status: 'failed', rows: [] });
  }
}

async function fetchHomeRows(list: HomeList, signal: AbortSignal): Promise<HomeListState['rows']> {
  const call = { query: homeListSearch(list), signal };
  return list.variant === 'boards' ? (await api('GET /boards', call)).boards : (await api('GET /pinners', call)).pinners;
}
