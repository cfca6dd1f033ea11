import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog, type ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { MAX_PER_PAGE, type Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';

export const MAX_EXPORT_ROWS = 10_000;

/** An export in progress: the total of the search, and its rows in batches, in order. */
export interface ListExport<V extends Variant> {
  readonly total: number;
  readonly batches: AsyncIterable<readonly ListRow[V][]>;
}

/** Exports a complete list to viewers whose plan includes it. */
@Injectable()
export class ExportList {
  constructor(private readonly catalog: Catalog) {}

  /** Reads the first page before it returns, so that a failing search becomes an error response. */
  async openExport<V extends Variant>(viewer: Viewer, variant: V, search: CatalogSearch): Promise<ListExport<V>> {
    if (!hasEntitlement(viewer, 'csv_export')) throw new PremiumRequired(premiumSentences.csv_export);
    const fetchPage = (pageNumber: number) => this.catalog.search(variant, { ...search, page: pageNumber, per_page: MAX_PER_PAGE });
    const firstPage = await fetchPage(1);
    return { total: firstPage.total, batches: rowBatches(firstPage.rows, fetchPage) };
  }
}

type FetchPage<V extends Variant> = (number: number) => Promise<{ readonly rows: readonly ListRow[V][] }>;

/** Yields page after page. A row that moves to a later page meanwhile is returned once. */
async function* rowBatches<V extends Variant>(
  firstRows: readonly ListRow[V][],
  fetchPage: FetchPage<V>,
): AsyncGenerator<readonly ListRow[V][]> {
  const seen = new Set<string>();
  const takeUnseen = (rows: readonly ListRow[V][]) => rows.filter(({ _id }) => !seen.has(_id) && seen.add(_id));
  let rows = firstRows;
  for (let pageNumber = 1; rows.length > 0; rows = (await fetchPage(++pageNumber)).rows) {
    const batch = takeUnseen(rows);
    if (batch.length > 0) yield batch;
    if (pageNumber * MAX_PER_PAGE >= MAX_EXPORT_ROWS) return;
  }
}
