import type { CsvCell } from '#domain/csv';
import type { ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { columnsWith } from '#domain/catalog/columns';
import { titleWithWholeId } from '#domain/catalog/title';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { entityOf, type Variant } from '#domain/catalog/variants';

/** The columns of an export: the id, the title, the listed columns, and the momentum score if the list is ordered by it. */
export const exportColumnNames = (variant: Variant, search: Pick<CatalogSearch, 'order_by'>): readonly string[] => [
  '_id',
  'title',
  // The numbers of passed and judged checks tell what a cell of marks would.
  ...columnsWith(entityOf[variant], { listed: true }).filter((name) => name !== 'checks'),
  ...(search.order_by === MOMENTUM_ORDER ? [MOMENTUM_ORDER] : []),
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
