import type { BoardRow, PinRow, PinnerRow } from '#domain/catalog/list-contract';
import { CHECKS_ORDER, MOMENTUM_ORDER, type OrderBy, orderings } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { formatCount, percentLabel, wholeNumber } from '#domain/numbers';
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

const columnOrders: ReadonlySet<OrderBy> = new Set(Object.values(numberColumns).flatMap((shown) => shown.map(({ order }) => order)));
const allOrderings = Object.values(orderings).flat();
/** Where a row says something shorter than the label of the order. */
const noteNames: Readonly<Partial<Record<OrderBy, string>>> = { created_at: 'Created', board_order_modified_at: 'Last activity' };

const orderName = (order: OrderBy): string => noteNames[order] ?? allOrderings.find((ordering) => ordering.value === order)?.name ?? '';

export type AnyRow = BoardRow | PinnerRow | PinRow;

const valueOf = (row: AnyRow, order: OrderBy) => (row as unknown as Record<string, number | string | null | undefined>)[order];

/** The count of a row in a number column. */
export function rowCount(row: AnyRow, column: NumberColumn): number | null {
  const value = valueOf(row, column.order);
  return typeof value === 'number' ? value : null;
}

/** The day of the list's order in a row, and what it is the day of; null for other orders. */
export function orderDay(row: AnyRow, order: OrderBy): { readonly name: string; readonly day: string } | null {
  const value = valueOf(row, order);
  return typeof value === 'string' ? { name: orderName(order), day: formatDate(value) } : null;
}

/** The value of the list's order, if it is a number that no column shows. */
export function orderNote(row: AnyRow, order: OrderBy): string | null {
  const value = valueOf(row, order);
  if (order === MOMENTUM_ORDER) return typeof value === 'number' ? `Momentum ${formatScore(value)}` : 'Not scored yet';
  if (order.endsWith('_growth_last_90_days')) return typeof value === 'number' ? `${percentLabel(value)}, 90 days` : 'No growth data';
  if (order === CHECKS_ORDER)
    return row.checks === null
      ? 'Not checked yet'
      : `${row.checks_passed ?? 0} of ${formatCount(row.checks_judged ?? 0, 'check', 'checks')}`;
  return typeof value !== 'number' || columnOrders.has(order) ? null : `${orderName(order)} ${wholeNumber(value)}`;
}
