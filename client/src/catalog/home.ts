import { proxy, ref } from 'valtio';
import type { BoardRow } from '#domain/catalog/board';
import { type HomeList, homeLists, homeSearch } from '#domain/catalog/home-lists';
import type { PinnerRow } from '#domain/catalog/pinner';
import { addressOf, api } from '../api/api';
import { keep, recall } from '../api/response-cache';

interface HomeListState {
  status: 'waiting' | 'loading' | 'loaded' | 'failed';
  rows: readonly (BoardRow | PinnerRow)[];
}

/** The four ranked lists of the home page, in their order. */
export const home = proxy<{ lists: HomeListState[] }>({ lists: homeLists.map(() => ({ status: 'waiting', rows: [] })) });

let loading: AbortController | null = null;

/** Loads the four lists one after another; one that fails stays empty and the next is tried. */
export async function loadHome(): Promise<void> {
  loading?.abort();
  const controller = (loading = new AbortController());
  for (const [index, list] of homeLists.entries()) {
    const state = home.lists[index];
    if (!state || controller.signal.aborted) return;
    await loadList(state, list, controller.signal);
  }
}

/** Gives up what is under way when the home page leaves the screen. */
export const leaveHome = (): void => loading?.abort();

async function loadList(state: HomeListState, list: HomeList, signal: AbortSignal): Promise<void> {
  const address = addressOf(`GET /${list.variant}`, { query: homeSearch(list) });
  const known = recall(address) as HomeListState['rows'] | undefined;
  if (known) return void Object.assign(state, { status: 'loaded', rows: ref([...known]) });
  state.status = 'loading';
  try {
    const rows = await fetchRows(list, signal);
    keep(address, rows);
    Object.assign(state, { status: 'loaded', rows: ref([...rows]) });
  } catch (error) {
    if (signal.aborted) return void (state.status = 'waiting');
    console.warn(`The list for "${list.keyword}" could not be loaded.`, error);
    Object.assign(state, { status: 'failed', rows: [] });
  }
}

async function fetchRows(list: HomeList, signal: AbortSignal): Promise<HomeListState['rows']> {
  const call = { query: homeSearch(list), signal };
  return list.variant === 'boards' ? (await api('GET /boards', call)).boards : (await api('GET /pinners', call)).pinners;
}
