import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '#domain/catalog/variants';
import { viewerHas } from '../../../site/session';
import { readStored, store } from '../../../site/storage';

const STORAGE_KEY = 'rows-per-page';

/** How many rows a page of a list may have on screen. */
export const rowCounts = [DEFAULT_PER_PAGE, 25, 50, MAX_PER_PAGE] as const;
export type RowsPerPage = (typeof rowCounts)[number];

/** The rows per page that a text names; undefined for others. */
export const parseRowsPerPage = (text: string | null): RowsPerPage | undefined => rowCounts.find((count) => `${count}` === text);

/**
 * The rows per page of an address. One that names none has the number that was chosen last in this browser; with a page number, which
 * other browsers would read otherwise, it has the default.
 */
export function rowsPerPageIn(params: URLSearchParams): RowsPerPage {
  const chosen = params.has('page') || !viewerHas('all_pages') ? undefined : parseRowsPerPage(readStored(STORAGE_KEY));
  return parseRowsPerPage(params.get('per_page')) ?? chosen ?? DEFAULT_PER_PAGE;
}

/** Remembers the choice in this browser. */
export const rememberRowsPerPage = (count: RowsPerPage): void => store(STORAGE_KEY, count === DEFAULT_PER_PAGE ? null : `${count}`);

/** The page that has the first row of another page, when pages have another number of rows. */
export const pageOfSameRow = (page: number, before: RowsPerPage, after: RowsPerPage): number =>
  Math.floor(((page - 1) * before) / after) + 1;
