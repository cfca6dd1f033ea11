import type { WatchedItem } from '#domain/watching/contract';

/** What the items of a list can be sorted by. */
export type ItemColumn = 'title' | 'value' | 'growth' | 'added' | 'momentum';

export interface ItemSort {
  readonly column: ItemColumn;
  readonly isDescending: boolean;
}

/** The change of the value since the item was added; null if one of them is unknown, or nothing was read since that day. */
export const changeSinceAdded = ({ value, added_value, added_on, read_on }: WatchedItem): number | null =>
  value === null || added_value === null || read_on === null || read_on <= added_on ? null : value - added_value;

const valueOf: Readonly<Record<Exclude<ItemColumn, 'title'>, (item: WatchedItem) => number | null>> = {
  value: ({ value }) => value,
  growth: ({ growth_last_90_days }) => growth_last_90_days,
  added: changeSinceAdded,
  momentum: ({ momentum_score }) => momentum_score ?? null,
};

/** The sort after a click on the head of a column: names from A, numbers from the highest; the other way round, then none. */
export function nextSort(sort: ItemSort | null, column: ItemColumn): ItemSort | null {
  const first = column !== 'title';
  if (sort?.column !== column) return { column, isDescending: first };
  return sort.isDescending === first ? { column, isDescending: !first } : null;
}

/** Items in the order of a column, unknown values last both ways; without a sort as they are. */
export function sortItems(items: readonly WatchedItem[], sort: ItemSort | null): readonly WatchedItem[] {
  if (sort === null) return items;
  const { column, isDescending } = sort;
  const direction = isDescending ? -1 : 1;
  if (column === 'title') return items.toSorted((a, b) => direction * a.title.localeCompare(b.title));
  const read = valueOf[column];
  return items.toSorted((a, b) => {
    const [x, y] = [read(a), read(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return direction * (x - y);
  });
}
