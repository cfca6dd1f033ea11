import { type Column, type ColumnName, columns } from '#domain/catalog/columns';
import { type EntityOf, entityOf, type Variant } from '#domain/catalog/variants';

export interface Ordering<Name extends string = string> {
  /** The label in menus. */
  readonly name: string;
  /** The value of `order_by`, and the column's name. */
  readonly value: Name;
  /** Identifies the order in the read model. */
  readonly key: number;
  /** The column with the sort key. */
  readonly column: string;
}

type OrderColumn<V extends Variant> = {
  [N in ColumnName<EntityOf<V>>]: (typeof columns)[EntityOf<V>][N] extends { readonly order: object } ? N : never;
}[ColumnName<EntityOf<V>>];
type Orderings<V extends Variant> = readonly [Ordering<OrderColumn<V>>, ...Ordering<OrderColumn<V>>[]];

const orderingsOf = <V extends Variant>(variant: V) =>
  Object.entries<Column>(columns[entityOf[variant]])
    .flatMap(([value, { order }]) => (order ? [{ name: order.label, value, key: order.key, column: order.by ?? value }] : []))
    .sort((a, b) => a.key - b.key) as readonly Ordering[] as Orderings<V>;

/** What each list can be ordered by, in the spec's order. */
export const orderings = { boards: orderingsOf('boards'), pinners: orderingsOf('pinners'), pins: orderingsOf('pins') } as const;

/** The additional ordering for Premium and the home lists: by the momentum of `metric` over `period`. */
export const MOMENTUM_ORDER = 'momentum_score';

/** The order by passed checks, then momentum; with Premium. */
export const CHECKS_ORDER = 'checks_passed';

/** The additional ordering of searches with keywords: the best match first (see `matchScore`), then by momentum. */
export const BEST_MATCH_ORDER = 'best_match';

export type OrderBy = (typeof orderings)[Variant][number]['value'] | typeof MOMENTUM_ORDER | typeof BEST_MATCH_ORDER;

export const defaultOrder = {
  boards: 'follower_growth_last_90_days',
  pinners: 'follower_count',
  pins: 'saves',
} as const satisfies Record<Variant, OrderBy>;

export const sorts = ['desc', 'asc'] as const;
export type Sort = (typeof sorts)[number];
export const DEFAULT_SORT: Sort = 'desc';
const countSortNames = { desc: 'Highest First', asc: 'Lowest First' } as const satisfies Record<Sort, string>;
const timeSortNames = { desc: 'Newest first', asc: 'Oldest first' } as const satisfies Record<Sort, string>;

/** The name of a direction: dates are newest or oldest first, everything else highest or lowest. */
export function sortNameFor(variant: Variant, order: OrderBy, sort: Sort): string {
  if (order === BEST_MATCH_ORDER) return 'Best first';
  const column = Object.entries<Column>(columns[entityOf[variant]]).find(([name]) => name === order)?.[1];
  return (column?.kind === 'time' ? timeSortNames : countSortNames)[sort];
}

/** Returns whether a list can be ordered by this value. */
export const isOrderOf = (variant: Variant, value: string): boolean =>
  value === MOMENTUM_ORDER || value === BEST_MATCH_ORDER || orderings[variant].some((ordering) => ordering.value === value);

/** The order of a search: without keywords nothing matches better than anything else, and the list has its default order. */
export const orderOfSearch = (
  variant: Variant,
  { order_by, query }: { readonly order_by: OrderBy; readonly query?: string | undefined },
) => (order_by === BEST_MATCH_ORDER && query === undefined ? defaultOrder[variant] : order_by);
