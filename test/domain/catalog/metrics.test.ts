import { metricName, metricsOf, periodDays, periods, scoreColumnOf } from '#domain/catalog/metrics';
import { isOrderOf, orderings, type OrderBy, type Sort, sortNameFor } from '#domain/catalog/orders';
import { entityTypes, variants, type Variant } from '#domain/catalog/variants';

describe('the metrics of an entity', () => {
  it.each([
    ['board', 'follower_count', 'Followers'],
    ['pinner', 'follower_count', 'Followers'],
    ['pin', 'follower_count', 'Owner’s followers'],
    ['pin', 'saves', 'Saves'],
    ['pinner', 'profile_views', 'Monthly viewers'],
  ] as const)('of a %s: %s is called %s', (entity, metric, name) => expect(metricName(entity, metric)).toBe(name));

  it.each(entityTypes)('of a %s have one score column per period each, metric by metric', (entity) => {
    const columns = metricsOf[entity].flatMap((metric) => periods.map((period) => scoreColumnOf(entity, metric, period)));
    expect(columns).toEqual(columns.map((_, index) => index));
  });

  it('have no score column in an entity without them', () => {
    expect(scoreColumnOf('pinner', 'saves', '7_days')).toBe(-1);
    expect(scoreColumnOf('board', 'profile_views', '365_days')).toBe(-1);
  });

  it('are measured over periods of the days in their names', () => {
    for (const period of periods) expect(`${periodDays[period]}_days`).toBe(period);
  });
});

describe('the order of a list', () => {
  it.each(variants)('of %s can be any of its menu, or momentum', (variant) => {
    for (const { value } of orderings[variant]) expect(isOrderOf(variant, value)).toBe(true);
    expect(isOrderOf(variant, 'momentum_score')).toBe(true);
  });

  it.each([
    ['pins', 'follower_count'],
    ['boards', 'saves'],
    ['pinners', 'name'],
    ['pins', ''],
  ] as const)('of %s cannot be %j', (variant, value) => expect(isOrderOf(variant, value)).toBe(false));
});

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
