import { type CatalogSearch, catalogSearch } from '#domain/catalog/contract';
import { filterParameters } from '#domain/catalog/filters/filter-values';
import { DEFAULT_SORT } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { InvalidInput } from '#domain/errors';

/** The search of a query string; page and page size are those of its first page. */
export function parseSavedSearch(variant: Variant, query: string): CatalogSearch {
  const { page: _page, per_page: _perPage, ...parameters } = Object.fromEntries(new URLSearchParams(query));
  const { success, data, error } = catalogSearch(variant).safeParse(parameters);
  if (success) return data;
  throw new InvalidInput(error.issues.map(({ path, message }) => `query has a ${path.join('.')} that ${message}`));
}

/** The query string of a search, the same for equal searches. */
export function formatSavedSearch(variant: Variant, search: CatalogSearch): string {
  const { query, order_by, sort, metric, period } = search;
  const parameters = { query, order_by, ...(sort === DEFAULT_SORT ? {} : { sort }), metric, period };
  const known = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams([...known, ...filterParameters(variant, search)]).toString();
}
