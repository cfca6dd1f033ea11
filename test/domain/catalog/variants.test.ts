import { type OrderBy, type Sort, sortNameFor } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';

describe('the name of a direction', () => {
  it.each<[Variant, OrderBy, Sort, string]>([
    ['boards', 'follower_count', 'desc', 'Highest First'],
    ['boards', 'follower_count', 'asc', 'Lowest First'],
    ['boards', 'created_at', 'desc', 'Newest first'],
    ['pins', 'created_at', 'asc', 'Oldest first'],
    ['pins', 'saves', 'desc', 'Highest First'],
    // Growth and momentum are no columns of an entity.
    ['boards', 'follower_growth_last_90_days', 'asc', 'Lowest First'],
    ['pinners', 'momentum_score', 'desc', 'Highest First'],
    ['pins', 'best_match', 'desc', 'Best first'],
    ['pins', 'best_match', 'asc', 'Best first'],
  ])('of %s by %s, %s, is "%s"', (variant, order, sort, name) => {
    expect(sortNameFor(variant, order, sort)).toBe(name);
  });
});
