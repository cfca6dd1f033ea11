import type { WatchedItem } from '#domain/watching/contract';
import { changeSinceAdded, type ItemColumn, nextSort, sortItems } from '../../../client/src/watching/items/item-sort';

const item = (_id: string, over: Partial<WatchedItem>): WatchedItem => ({
  _id,
  entity: 'board',
  entity_id: _id,
  title: _id,
  owner: null,
  image_url: null,
  pictures: [],
  sparkline: null,
  value: null,
  growth_last_90_days: null,
  read_on: '2026-11-20',
  note: '',
  added_on: '2026-11-03',
  added_value: null,
  is_gone: false,
  ...over,
});

const items = [
  item('b', { value: 5, added_value: 4, growth_last_90_days: -1, momentum_score: 9 }),
  item('unknown', {}),
  item('a', { value: 50, added_value: 60, growth_last_90_days: 0, momentum_score: null }),
];

describe('watched items sorted by a column', () => {
  it.each<[ItemColumn, string, string]>([
    ['value', 'a b unknown', 'b a unknown'],
    ['growth', 'a b unknown', 'b a unknown'],
    ['added', 'b a unknown', 'a b unknown'],
    ['momentum', 'b unknown a', 'b unknown a'],
    ['title', 'unknown b a', 'a b unknown'],
  ])('%s: %s from the highest, %s from the lowest, unknown last', (column, descending, ascending) => {
    const order = (isDescending: boolean) =>
      sortItems(items, { column, isDescending })
        .map(({ _id }) => _id)
        .join(' ');
    expect([order(true), order(false)]).toEqual([descending, ascending]);
  });

  it.each([
    ['2026-11-04', 2],
    ['2026-11-03', null],
    ['2026-08-22', null],
    [null, null],
  ])('with the last reading on %s changed by %s since they were added', (read_on, change) => {
    expect(changeSinceAdded(item('a', { value: 9, added_value: 7, read_on }))).toBe(change);
  });

  it('stay the newest first without one', () => {
    expect(sortItems(items, null)).toBe(items);
  });

  it('change by clicks: numbers from the highest, names from A, the other way round, and back', () => {
    const first = nextSort(null, 'value');
    expect(first).toEqual({ column: 'value', isDescending: true });
    expect(nextSort(first, 'title')).toEqual({ column: 'title', isDescending: false });
    expect(nextSort(first, 'value')).toEqual({ column: 'value', isDescending: false });
    expect(nextSort({ column: 'value', isDescending: false }, 'value')).toBeNull();
  });
});
