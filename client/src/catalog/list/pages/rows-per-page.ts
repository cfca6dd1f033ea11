import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '#domain/catalog/variants';
import { viewerHas } from '../../../site/session';
import type { ListView } from '../list-view';
import { readStored, store } from '../../../site/storage';

const STORAGE_KEY = 'rows-per-page';

/** How many rows a page of a list may have on screen: in a grid, numbers that leave no gap at its end. */
export const rowCounts = {
  table: [DEFAULT_PER_PAGE, 25, 50, MAX_PER_PAGE],
  grid: [DEFAULT_PER_PAGE, 24, 48, 96],
} as const satisfies Record<ListView, readonly number[]>;
export type RowsPerPage = (typeof rowCounts)[ListView][number];

/** The rows per page that a text names; undefined for others. */
export const parseRowsPerPage = (text: string | null): RowsPerPage | undefined =>
  [...rowCounts.table, ...rowCounts.grid].find((count) => `${count}` === text);

/** The rows per page of a view that stand for those of the other: 24 in a grid for 25. */
export const rowsPerPageOf = (view: ListView, count: RowsPerPage): RowsPerPage =>
  rowCounts[view].find((_, place) => rowCounts.table[place] === count || rowCounts.grid[place] === count) ?? DEFAULT_PER_PAGE;

/**
 * The rows per page of an address. One that names none has the number that was chosen last in this browser; with a page number, which
 * other browsers would read otherwise, it has the default.
 */
export function rowsPerPageIn(params: URLSearchParams, view: ListView): RowsPerPage {
  const chosen = params.has('page') || !viewerHas('all_pages') ? undefined : parseRowsPerPage(readStored(STORAGE_KEY));
  return rowsPerPageOf(view, parseRowsPerPage(params.get('per_page')) ?? chosen ?? DEFAULT_PER_PAGE);
}

/** Remembers the choice in this browser. */
export const rememberRowsPerPage = (count: RowsPerPage): void => store(STORAGE_KEY, count === DEFAULT_PER_PAGE ? null : `${count}`);

/** The page that has the first row of another page, when pages have another number of rows. */
export const pageOfSameRow = (page: number, before: RowsPerPage, after: RowsPerPage): number =>
  Math.floor(((page - 1) * before) / after) + 1;
