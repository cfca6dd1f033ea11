import { useSnapshot } from 'valtio';
import { DEFAULT_PER_PAGE, MAX_PER_PAGE, type Variant } from '#domain/catalog/variants';
import { createStore } from '../../api/store';
import { viewerHas } from '../../site/session';
import { readStored, store } from '../../site/storage';
import { parseColumns } from './columns/list-columns';

/** How rows are laid out; only pins have a choice. */
export const listViews = ['table', 'grid'] as const;
export type ListView = (typeof listViews)[number];

/** How many rows a page of a list may have on screen: in a grid, numbers that leave no gap at its end. */
export const rowCounts = {
  table: [DEFAULT_PER_PAGE, 25, 50, MAX_PER_PAGE],
  grid: [DEFAULT_PER_PAGE, 24, 48, 96],
} as const satisfies Record<ListView, readonly number[]>;
type RowsPerPage = (typeof rowCounts)[ListView][number];

/** The rows per page that a text names; undefined for others. */
const parseRowsPerPage = (text: string | null): RowsPerPage | undefined =>
  [...rowCounts.table, ...rowCounts.grid].find((count) => `${count}` === text);

/** The rows per page of a view that stand for those of the other: 24 in a grid for 25. */
export const rowsPerPageOf = (view: ListView, count: RowsPerPage): RowsPerPage =>
  rowCounts[view].find((_, place) => rowCounts.table[place] === count || rowCounts.grid[place] === count) ?? DEFAULT_PER_PAGE;

/** How a list is shown, which addresses name and the browser remembers. */
export interface ListChoices {
  readonly view: ListView;
  readonly per_page: RowsPerPage;
  /** The chosen columns; undefined for the usual ones. */
  readonly cols: string | undefined;
}

const storageNames = ['pins-view', 'rows-per-page', 'columns-boards', 'columns-pinners', 'columns-pins', 'row-density'] as const;
type StorageName = (typeof storageNames)[number];

/** What was chosen last in this browser; null where nothing was. */
const remembered = createStore(
  () => Object.fromEntries(storageNames.map((name) => [name, readStored(name)])) as Record<StorageName, string | null>,
);

function remember(name: StorageName, text: string | null): void {
  remembered[name] = text;
  store(name, text);
}

/** Remembers what was chosen in this browser. */
export function rememberChoices(variant: Variant, chosen: Partial<ListChoices>): void {
  if (chosen.view) remember('pins-view', chosen.view);
  if (chosen.per_page) remember('rows-per-page', chosen.per_page === DEFAULT_PER_PAGE ? null : `${chosen.per_page}`);
  if ('cols' in chosen) remember(`columns-${variant}`, chosen.cols ?? null);
}

/** Renders again when a remembered choice changes: addresses that name none follow it. */
export const useRememberedChoices = (): void => void Object.values(useSnapshot(remembered));

/**
 * The choices that an address names; for the others, those made last in this browser. An address with a page number that does not name the
 * number of rows has the default one, so that it shows the same rows in every browser.
 */
export function choicesIn(variant: Variant, params: URLSearchParams): ListChoices {
  const viewNamed = (text: string | null) => (variant === 'pins' ? listViews.find((one) => one === text) : undefined);
  const view = viewNamed(params.get('view')) ?? viewNamed(remembered['pins-view']) ?? 'table';
  const chosenRows = params.has('page') || !viewerHas('all_pages') ? null : remembered['rows-per-page'];
  const cols = params.get('cols') ?? remembered[`columns-${variant}`];
  return {
    view,
    per_page: rowsPerPageOf(view, parseRowsPerPage(params.get('per_page')) ?? parseRowsPerPage(chosenRows) ?? DEFAULT_PER_PAGE),
    cols: cols === null ? undefined : parseColumns(variant, cols),
  };
}

/** The choices that an address need not name: the defaults, unless this browser remembers others. */
export const unnamedChoices = (variant: Variant, page: number): Partial<ListChoices> => ({
  ...(variant === 'pins' && remembered['pins-view'] === 'grid' ? {} : { view: 'table' }),
  ...(page === 1 && remembered['rows-per-page'] !== null ? {} : { per_page: DEFAULT_PER_PAGE }),
});

/** How high the rows of tables are. */
type RowDensity = 'comfortable' | 'compact';

/** How high the rows of all lists are in this browser. */
export const useRowDensity = (): RowDensity => (useSnapshot(remembered)['row-density'] === 'compact' ? 'compact' : 'comfortable');

/** Chooses the height of rows, also for the next visit. */
export const chooseDensity = (density: RowDensity): void => remember('row-density', density === 'compact' ? density : null);
