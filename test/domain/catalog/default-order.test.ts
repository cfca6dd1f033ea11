import { type KnownCounts, pickScreenOrder } from '#domain/catalog/default-order';
import type { Variant } from '#domain/catalog/variants';

describe('the order of a list on screen', () => {
  const cases: readonly [variant: Variant, total: number, known: KnownCounts, order: string, skipped: readonly [string, number][]][] = [
    ['pins', 13_889, { saves: 13_000, repin_count: 214 }, 'saves', []],
    ['pins', 13_889, { saves: 30, repin_count: 214 }, 'saves', []],
    ['pins', 13_889, { saves: 29, repin_count: 214 }, 'repin_count', [['saves', 29]]],
    ['pins', 13_889, { saves: 0, repin_count: 9 }, 'created_at', [['saves', 0], ['repin_count', 9]]], // prettier-ignore
    ['pins', 200, { saves: 20, repin_count: 100 }, 'saves', []],
    ['pins', 200, { saves: 19, repin_count: 100 }, 'repin_count', [['saves', 19]]],
    ['boards', 7_804, { follower_growth_last_90_days: 8, follower_count: 215 }, 'follower_count', [['follower_growth_last_90_days', 8]]],
    ['boards', 7_804, {}, 'created_at', [['follower_growth_last_90_days', 0], ['follower_count', 0]]], // prettier-ignore
    ['pinners', 2_015, { follower_count: 2_015 }, 'follower_count', []],
    ['pinners', 2_015, { profile_views: 40 }, 'profile_views', [['follower_count', 0]]],
    ['pinners', 2_015, {}, 'created_at', [['follower_count', 0], ['profile_views', 0]]], // prettier-ignore
    ['boards', 0, {}, 'follower_growth_last_90_days', []],
  ];
  it.each(cases)('of %s (%d rows) with the known values %j is %s', (variant, total, known, order, skipped) => {
    expect(pickScreenOrder(variant, total, known)).toEqual({
      order,
      skipped: skipped.map(([name, knownRows]) => ({ order: name, knownRows })),
    });
  });
});
