import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { readStored, store } from '../../site/storage';
import { useSearchText } from '../../ui/navigation/use-path';
import { createStore } from '../../api/store';

const VIEW_KEY = 'pins-view';
const DENSITY_KEY = 'row-density';

/** How rows are laid out; only pins have a choice. */
export const listViews = ['table', 'grid'] as const;
export type ListView = (typeof listViews)[number];

const parseView = (text: string | null): ListView | undefined => listViews.find((view) => view === text);
const viewInUrl = (text: string): ListView | undefined => parseView(new URLSearchParams(text).get('view'));

/** The view of pins that was shown last; the browser remembers a choice. */
const lastView = createStore<{ ofPins: ListView }>(() => ({ ofPins: parseView(readStored(VIEW_KEY)) ?? 'table' }));

/** The view that the address of a list names; undefined for a table. */
export const viewForUrl = (variant: Variant): 'grid' | undefined => (variant === 'pins' && lastView.ofPins === 'grid' ? 'grid' : undefined);

/** The view of a list with this query string: the one it names, else the last one. */
export const listView = (variant: Variant, text: string): ListView => (variant === 'pins' ? (viewInUrl(text) ?? lastView.ofPins) : 'table');

/** The view of the list on screen: that of its address, else the last one. */
export function useListView(variant: Variant): ListView {
  const text = useSearchText();
  const { ofPins } = useSnapshot(lastView);
  return variant === 'pins' ? (viewInUrl(text) ?? ofPins) : 'table';
}

/** Makes the view of an address, if it has one, the last one. */
export function syncViewWithUrl(variant: Variant, text: string): void {
  if (variant === 'pins') lastView.ofPins = viewInUrl(text) ?? lastView.ofPins;
}

/** Chooses the view of pins, also for the next visit. */
export function chooseView(view: ListView): void {
  lastView.ofPins = view;
  store(VIEW_KEY, view);
}

/** How high the rows of tables are. */
export type RowDensity = 'comfortable' | 'compact';

/** How the rows of all lists are shown in this browser. */
export const rowDisplay = createStore<{ density: RowDensity }>(() => ({
  density: readStored(DENSITY_KEY) === 'compact' ? 'compact' : 'comfortable',
}));

/** Chooses the height of rows, also for the next visit. */
export function chooseDensity(density: RowDensity): void {
  rowDisplay.density = density;
  store(DENSITY_KEY, density === 'compact' ? density : null);
}
