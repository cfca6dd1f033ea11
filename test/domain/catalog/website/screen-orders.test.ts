import { orderOfSearch, type OrderBy } from '#domain/catalog/orders';
import { type KnownCounts, pickScreenOrder, recentOrders, sparseOrders } from '#domain/catalog/website/screen-orders';
import type { Variant } from '#domain/catalog/variants';
import { parseDay } from '#domain/days';
import { filterDataKey, needsDataKey, offeredFilters } from '#domain/catalog/website/offered-filters';
import { filtersOf } from '#domain/catalog/filters/filters';

describe('the order of a search', () => {
  it.each<[Variant, OrderBy, string | undefined, OrderBy]>([
    ['pins', 'best_match', 'kiln', 'best_match'],
    ['pins', 'best_match', undefined, 'saves'],
    ['boards', 'best_match', undefined, 'follower_growth_last_90_days'],
    ['pins', 'created_at', undefined, 'created_at'],
    ['pins', 'created_at', 'kiln', 'created_at'],
  ])('of %s by %s with the keywords %s is %s', (variant, order, query, expected) => {
    expect(orderOfSearch(variant, { order_by: order, query })).toBe(expected);
  });
});

describe('the order of a list on screen', () => {
  const cases: readonly [variant: Variant, total: number, known: KnownCounts, order: string, reason: string | null][] = [
    ['pins', 13_889, { saves: 13_000, repin_count: 214 }, 'saves', null],
    ['pins', 13_889, { saves: 30, repin_count: 214 }, 'saves', null],
    ['pins', 13_889, { saves: 0, repin_count: 214 }, 'repin_count', 'Sorted by repins. This catalog has no save counts.'],
    ['pins', 13_889, { saves: 29, repin_count: 214 }, 'repin_count', 'Sorted by repins. Only 29 of 13,889 pins have save counts.'],
    ['pins', 13_889, {}, 'created_at', 'Newest first. This catalog has no save counts or repin counts.'],
    [
      'pins',
      13_889,
      { saves: 0, repin_count: 1 },
      'created_at',
      'Newest first. This catalog has no save counts. Only 1 of 13,889 pins has repin counts.',
    ],
    ['pins', 200, { saves: 20, repin_count: 100 }, 'saves', null],
    ['pins', 200, { saves: 19, repin_count: 100 }, 'repin_count', 'Sorted by repins. Only 19 of 200 pins have save counts.'],
    [
      'boards',
      7_804,
      { follower_growth_last_90_days: 8, follower_count: 215 },
      'follower_count',
      'Sorted by followers. Only 8 of 7,804 boards have follower growth.',
    ],
    ['boards', 7_804, {}, 'created_at', 'Newest first. This catalog has no follower growth or follower counts.'],
    ['pinners', 2_015, { follower_count: 2_015 }, 'follower_count', null],
    ['pinners', 2_015, { profile_views: 40 }, 'profile_views', 'Sorted by monthly viewers. This catalog has no follower counts.'],
    [
      'pinners',
      2_015,
      { follower_count: 5 },
      'created_at',
      'Newest first. This catalog has no monthly viewer counts. Only 5 of 2,015 influencers have follower counts.',
    ],
    ['boards', 0, {}, 'follower_growth_last_90_days', null],
  ];
  it.each(cases)('of %s (%d rows) with the known values %j is %s', (variant, total, known, order, reason) => {
    expect(pickScreenOrder(variant, total, known)).toEqual({ order_by: order, reason });
  });
});

it.each([
  ['2026-01-01', ['saves_growth_last_90_days']],
  ['2025-12-31', []],
])('the orders by growth that show only recent readings by default count 30 readings since %s: %j', (label, orders) => {
  const known = { recent_saves_growth_last_90_days: parseDay(label)! };
  expect(recentOrders('pins', known, parseDay('2026-03-31')!)).toEqual(orders);
});

it.each([
  [0, ['saves_growth_last_90_days']],
  [9, ['saves_growth_last_90_days']],
  [10, []],
  [undefined, []],
])(
  'the orders that few rows have a value for are those of fewer than a tenth, but for what was not counted yet: %j of 100',
  (rows, orders) => {
    const counted = rows === undefined ? {} : { saves_growth_last_90_days: rows };
    expect(sparseOrders('pins', 100, { saves: 100, repin_count: 100, created_at: 100, checks_passed: 100, ...counted })).toEqual(orders);
  },
);

const none = { filter_topic: 0, filter_updated: 0, filter_website: 0, filter_pins: 0, filter_domain: 0, filter_picture: 0 };

describe('the filters that a list offers', () => {
  it.each([
    ['boards', none, ['script']],
    ['boards', { ...none, follower_count: 3 }, ['followers', 'read', 'script']],
    ['boards', { ...none, filter_pins: 1, filter_topic: 1 }, ['pins', 'topic', 'script']],
    ['boards', { ...none, follower_growth_last_90_days: 1 }, ['growth', 'script', 'momentum', 'steady']],
    ['pinners', { ...none, filter_website: 1 }, ['website', 'script']],
    ['pins', { ...none, saves_growth_last_90_days: 1, created_at: 9 }, ['created', 'growth', 'script', 'momentum', 'steady']],
    ['pins', { ...none, filter_domain: 1, filter_picture: 1 }, ['domain', 'script', 'picture']],
  ] as const)('of %s with the known counts %j are %j', (variant, known, names) => {
    expect(offeredFilters(variant, known).toSorted()).toEqual(names.toSorted());
  });

  it('include those whose data has not been looked for', () => {
    expect(offeredFilters('boards', {})).toEqual(['pins', 'topic', 'script', 'updated']);
  });

  it('never include ids, which links set', () => {
    expect(offeredFilters('pins', {})).not.toEqual(expect.arrayContaining(['board']));
    expect(offeredFilters('pins', {})).not.toEqual(expect.arrayContaining(['owner']));
  });

  it('are looked for where no order counts their column', () => {
    const keys = filtersOf('pinners').flatMap(([name, filter]) => (needsDataKey('pinners', filter) ? [filterDataKey(name)] : []));
    expect(keys).toEqual(['filter_website', 'filter_topic', 'filter_updated']);
  });
});
