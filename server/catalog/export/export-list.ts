import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog, type ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { MAX_EXPORT_ROWS, type Variant, entityOf } from '#domain/catalog/variants';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';
import type { CsvCell, OpenExport } from '#domain/csv';
import { columnsWith } from '#domain/catalog/columns';
import { titleWithWholeId } from '#domain/catalog/title';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';

/** The columns of an export: the id, the title, the listed columns, and the momentum score. */
export const exportColumnNames = (variant: Variant): readonly string[] => [
  '_id',
  'title',
  // The numbers of passed and judged checks tell what a cell of marks would.
  ...columnsWith(entityOf[variant], { listed: true }).filter((name) => name !== 'checks'),
  MOMENTUM_ORDER,
];

/** The cells of a row; an unknown value is null. */
export function exportCells(row: ListRow[Variant], names: readonly string[]): CsvCell[] {
  const owner = 'pinner' in row ? row.pinner : null;
  const values: Readonly<Record<string, unknown>> = {
    ...row,
    title: titleWithWholeId(row._id, row.title),
    pinner_id: owner?._id,
    pinner_username: owner?.username,
  };
  return names.map((name) => (values[name] as CsvCell | undefined) ?? null);
}

const ROWS_PER_BATCH = 500;

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
  ): Promise<OpenExport<ListRow[V]>> {
    requireEntitlement(viewer, 'csv_export');
    if (selectedIds) return { total: selectedIds.length, isTruncated: false, batches: this.#readBatches(variant, search, selectedIds) };
    const { ids, total } = await this.catalog.listIds(variant, search, MAX_EXPORT_ROWS);
    const isTruncated = ids.length === MAX_EXPORT_ROWS && total > MAX_EXPORT_ROWS;
    return { total, isTruncated, batches: this.#readBatches(variant, search, ids) };
  }

  async *#readBatches<V extends Variant>(variant: V, search: CatalogSearch, ids: readonly string[]): AsyncGenerator<readonly ListRow[V][]> {
    const withMomentum: CatalogSearch = { ...search, with: [MOMENTUM_ORDER] };
    for (let from = 0; from < ids.length; from += ROWS_PER_BATCH) {
      yield await this.catalog.listRows(variant, withMomentum, ids.slice(from, from + ROWS_PER_BATCH));
    }
  }
}
