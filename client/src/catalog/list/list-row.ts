import type { BoardRow, PinRow, PinnerRow } from '#domain/catalog/list-contract';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { formatCount, percentLabel } from '#domain/numbers';
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

export type AnyRow = BoardRow | PinnerRow | PinRow;

const valueOf = (row: AnyRow, order: OrderBy) => (row as unknown as Record<string, number | string | null | undefined>)[order];

/** The count of a row in a number column. */
export function rowCount(row: AnyRow, column: NumberColumn): number | null {
  const value = valueOf(row, column.order);
  return typeof value === 'number' ? value : null;
}

/** The value of the list's order, if no column shows it. */
export function orderNote(row: AnyRow, order: OrderBy): string | null {
  const value = valueOf(row, order);
  if (order === MOMENTUM_ORDER) return typeof value === 'number' ? `Momentum ${formatScore(value)}` : 'Not scored yet';
  if (order.endsWith('_growth_last_90_days')) return typeof value === 'number' ? `${percentLabel(value)}, 90 days` : 'No growth data';
  if (order === CHECKS_ORDER)
    return row.checks === null
      ? 'Not checked yet'
      : `${row.checks_passed ?? 0} of ${formatCount(row.checks_judged ?? 0, 'check', 'checks')}`;
  if (order === 'created_at') return typeof value === 'string' ? `Created ${formatDate(value)}` : null;
  if (order === 'board_order_modified_at') return typeof value === 'string' ? `Last activity ${formatDate(value)}` : null;
  return null;
}
