import type { ListRow } from '#domain/catalog/catalog';
import type { Page } from '#domain/catalog/list-contract';
import type { Variant } from '#domain/catalog/variants';
import { api, endpointUrl } from '../../api/api';
import { CACHE_TTL_MS, storeResponse } from '../../api/resource';
import { viewerHas } from '../../site/session';
import { rowExtrasFor } from './columns/chosen-columns';
import { type ListSearch, listQuery } from './list-search';

/** One page of any list. */
export interface ListPage extends Page {
  readonly rows: readonly ListRow[Variant][];
  /** How many rows a full page has. */
  readonly rowsPerPage: number;
}

/** The query of a page, with the fields that its columns show. */
const pageQuery = (variant: Variant, search: ListSearch) => ({
  with: rowExtrasFor(variant, search, viewerHas),
  ...listQuery(search),
});

/** The URL of the page of a search, with the fields that its columns show. */
export const listUrl = (variant: Variant, search: ListSearch): string =>
  endpointUrl(`GET /${variant}`, { query: pageQuery(variant, search) });

/** Loads the page of a search into the response cache, and returns it. */
export async function fetchPage(variant: Variant, search: ListSearch, signal: AbortSignal): Promise<ListPage> {
  const response = await api(`GET /${variant}`, { query: pageQuery(variant, search), signal });
  const rows = 'boards' in response ? response.boards : 'pinners' in response ? response.pinners : response.pins;
  const page = { ...response, rows, rowsPerPage: search.per_page };
  storeResponse(listUrl(variant, search), page, CACHE_TTL_MS);
  return page;
}

/** The number of pages of a list, at least one. */
export const pageCountOf = (page: ListPage | null): number => (page ? Math.max(1, Math.ceil(page.total / page.rowsPerPage)) : 1);
