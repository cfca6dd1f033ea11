import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog, type ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { MAX_EXPORT_ROWS, type Variant } from '#domain/catalog/variants';
import { PremiumRequired } from '#domain/errors';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';

const ROWS_PER_BATCH = 500;

/** An export in progress: the total of the search, and its rows in batches, in order. */
export interface ListExport<V extends Variant> {
  readonly total: number;
  /** Whether the list has more rows than an export. */
  readonly isTruncated: boolean;
  readonly batches: AsyncIterable<readonly ListRow[V][]>;
}

/** Exports a complete list to viewers whose plan includes it. */
@Injectable()
export class ExportList {
  constructor(private readonly catalog: Catalog) {}

  /**
   * Reads the ids of the list before it returns, so that a failing search becomes an error response and the rows are those of one moment.
   * Each batch is then read by its ids when it is needed: an export holds no connection while its reader is slow. Of selected ids, only
   * those that are still there are exported.
   */
  async openExport<V extends Variant>(
    viewer: Viewer,
    variant: V,
    search: CatalogSearch,
    selectedIds?: readonly string[],
  ): Promise<ListExport<V>> {
    if (!hasEntitlement(viewer, 'csv_export')) throw new PremiumRequired(premiumSentences.csv_export);
    if (selectedIds) return { total: selectedIds.length, isTruncated: false, batches: this.#readBatches(variant, search, selectedIds) };
    const { ids, total } = await this.catalog.listIds(variant, search, MAX_EXPORT_ROWS);
    const isTruncated = ids.length === MAX_EXPORT_ROWS && total > MAX_EXPORT_ROWS;
    return { total, isTruncated, batches: this.#readBatches(variant, search, ids) };
  }

  async *#readBatches<V extends Variant>(variant: V, search: CatalogSearch, ids: readonly string[]): AsyncGenerator<readonly ListRow[V][]> {
    for (let from = 0; from < ids.length; from += ROWS_PER_BATCH) {
      yield await this.catalog.listRows(variant, search, ids.slice(from, from + ROWS_PER_BATCH));
    }
  }
}
