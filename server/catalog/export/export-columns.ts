import type { ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import { MOMENTUM_ORDER, type Variant } from '#domain/catalog/variants';

type CsvCell = string | number | null;

/** A list's row with the owner's two fields beside its own. */
type FlatRow<R> = Omit<R, 'pinner'> & (R extends { pinner: unknown } ? { pinner_id: string; pinner_username: string } : object);
type ColumnNames<V extends Variant> = readonly (keyof FlatRow<ListRow[V]>)[];

const exportedColumns: { readonly [V in Variant]: ColumnNames<V> } = {
  boards: [
    '_id',
    'name',
    'url',
    'image_url',
    'pinner_id',
    'pinner_username',
    'follower_count',
    'collaborator_count',
    'pin_count',
    'follower_growth_last_90_days',
    'collaborator_growth_last_90_days',
    'board_order_modified_at',
    'created_at',
  ],
  pinners: [
    '_id',
    'username',
    'name',
    'url',
    'image_url',
    'follower_count',
    'profile_views',
    'follower_growth_last_90_days',
    'viewer_growth_last_90_days',
    'created_at',
  ],
  pins: [
    '_id',
    'name',
    'url',
    'image_url',
    'pinner_id',
    'pinner_username',
    'saves',
    'repin_count',
    'saves_growth_last_90_days',
    'created_at',
  ],
};

/** The columns of an export, by their fields' names; the momentum score is there where the list is ordered by it. */
export const exportColumnNames = (variant: Variant, search: Pick<CatalogSearch, 'order_by'>): readonly string[] => [
  ...exportedColumns[variant],
  ...(search.order_by === MOMENTUM_ORDER ? [MOMENTUM_ORDER] : []),
];

/** A row's cells under those columns; what is unknown is null. */
export function exportCells(row: ListRow[Variant], names: readonly string[]): CsvCell[] {
  const owner = 'pinner' in row ? { pinner_id: row.pinner._id, pinner_username: row.pinner.username } : {};
  const flat: Readonly<Record<string, unknown>> = { ...row, ...owner };
  return names.map((name) => (flat[name] as CsvCell | undefined) ?? null);
}
