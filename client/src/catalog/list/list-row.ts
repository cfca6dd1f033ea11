import type { ListRow } from '#domain/catalog/catalog';
import type { BoardRow, PinRow, PinnerRow } from '#domain/catalog/list-contract';
import { entityOf, type EntityType, MOMENTUM_ORDER, type OrderBy, type Variant } from '#domain/catalog/variants';
import { percentLabel } from '#domain/numbers';
import { displayName, formatOwner, formatUsername } from '../../ui/entity-names';
import { formatDate, formatScore } from '../../ui/format';

/** A number column of a list, which the list can be ordered by. */
export interface NumberColumn {
  readonly name: string;
  /** The name on narrow screens. */
  readonly shortName: string;
  readonly order: OrderBy & ('follower_count' | 'collaborator_count' | 'profile_views' | 'repin_count' | 'saves');
}

/** The two number columns of each list. */
export const numberColumns = {
  boards: [
    { name: 'Followers', shortName: 'Foll.', order: 'follower_count' },
    { name: 'Collaborators', shortName: 'Collab.', order: 'collaborator_count' },
  ],
  pinners: [
    { name: 'Followers', shortName: 'Foll.', order: 'follower_count' },
    { name: 'Monthly Viewers', shortName: 'Viewers', order: 'profile_views' },
  ],
  pins: [
    { name: 'Repins', shortName: 'Repins', order: 'repin_count' },
    { name: 'Saves', shortName: 'Saves', order: 'saves' },
  ],
} as const satisfies Record<Variant, readonly NumberColumn[]>;

type AnyRow = BoardRow | PinnerRow | PinRow;

/** A row of any list as the table shows it. */
export interface TableRow {
  readonly id: string;
  readonly entity: EntityType;
  /** The display name. */
  readonly title: string;
  /** The name for the image tile; null without a name. */
  readonly name: string | null;
  readonly image: string | null;
  readonly owner: string | null;
  readonly counts: readonly [number | null, number | null];
  /** The value of the list's order, if no column shows it. */
  readonly note: string | null;
}

const rowOwner = (row: AnyRow): string | null =>
  'pinner' in row ? formatOwner(row.pinner) : row.name === null ? null : formatUsername(row.username);

function orderNote(row: AnyRow, order: OrderBy): string | null {
  const value = (row as unknown as Record<string, number | string | null | undefined>)[order];
  if (order === MOMENTUM_ORDER) return typeof value === 'number' ? `Momentum ${formatScore(value)}` : 'Not scored yet';
  if (order.endsWith('_growth_last_90_days')) return typeof value === 'number' ? `${percentLabel(value)}, 90 days` : 'No growth data';
  if (order === 'created_at') return typeof value === 'string' ? `Created ${formatDate(value)}` : null;
  if (order === 'board_order_modified_at') return typeof value === 'string' ? `Last activity ${formatDate(value)}` : null;
  return null;
}

/** Converts a row of any list to a table row. */
export function toTableRow<V extends Variant>(variant: V, row: ListRow[V], order: OrderBy): TableRow {
  const anyRow: AnyRow = row;
  const countOf = (column: NumberColumn) => (row as unknown as Record<string, number | null | undefined>)[column.order] ?? null;
  const [first, second] = numberColumns[variant];
  return {
    id: anyRow._id,
    entity: entityOf[variant],
    title: displayName(anyRow),
    name: anyRow.name ?? ('username' in anyRow ? anyRow.username : null),
    image: anyRow.image_url,
    owner: rowOwner(anyRow),
    counts: [countOf(first), countOf(second)],
    note: orderNote(anyRow, order),
  };
}
