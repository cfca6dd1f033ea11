import { entityAnalytics, visibleSeries } from '#domain/analytics/growth/entity-analytics';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import { periods } from '#domain/catalog/metrics';
import { MINUTES_PER_DAY, parseDay } from '#domain/days';

const TODAY = parseDay('2026-08-23') ?? NaN;

/** Minutes since 1970 of crawls this many days before today. */
const crawledDaysAgo = (...ages: readonly number[]) => ages.map((age) => (TODAY - age) * MINUTES_PER_DAY + 600);

const stored = (overrides: Partial<StoredEntity>): StoredEntity =>
  ({
    fields: { _id: '1' },
    at: crawledDaysAgo(400, 91, 90, 30, 1, 0),
    counts: {},
    ranks: [],
    previous_ranks: [],
    board: null,
    owner_at: [],
    owner_followers: [],
    source: 'test',
    last_crawled_at: null,
    searchable: true,
    ...overrides,
  }) as StoredEntity;

const pinner = stored({
  counts: { follower_count: [500, 900, 1000, 1100, 1900, 2000], profile_views: [null, null, 4000, null, 3000, 3000] },
  ranks: [10, 11, 12, 13, 14, 20, 21, 22, 23, 24],
  previous_ranks: [30, null, 32, 33, 34],
});

describe('the growth in a detail response', () => {
  it('is that over 90 days without full analytics', () => {
    expect(entityAnalytics('pinner', pinner, TODAY, false, false)).toEqual({
      growth: { follower_count: { '90_days': 100 }, profile_views: { '90_days': -25 } },
      history_limited: true,
      history_from: '2025-07-19',
    });
  });

  it('is that over all five periods with full analytics', () => {
    expect(entityAnalytics('pinner', pinner, TODAY, true, false)).toEqual({
      growth: {
        follower_count: { '7_days': 81.8, '15_days': 81.8, '30_days': 81.8, '90_days': 100, '365_days': 300 },
        profile_views: { '7_days': -25, '15_days': -25, '30_days': -25, '90_days': -25, '365_days': null },
      },
      history_limited: false,
      history_from: '2025-07-19',
    });
  });

  it('ignores crawls after the day of the scores', () => {
    expect(entityAnalytics('pinner', pinner, TODAY - 1, false, false).growth.follower_count).toEqual({ '90_days': 111.1 });
  });

  it('is unknown on a day before all crawls', () => {
    expect(entityAnalytics('pinner', pinner, TODAY - 500, false, false).growth.follower_count).toEqual({ '90_days': null });
  });

  it('of a pin includes that of its owner’s followers', () => {
    const pin = stored({
      at: crawledDaysAgo(100, 0),
      counts: { saves: [10, 40], repin_count: [0, 3] },
      owner_at: crawledDaysAgo(95, 3),
      owner_followers: [200, 300],
    });
    expect(entityAnalytics('pin', pin, TODAY, false, false).growth).toEqual({
      saves: { '90_days': 300 },
      repin_count: { '90_days': 0 },
      follower_count: { '90_days': 50 },
    });
  });

  it('is unknown for counts that no crawl has', () => {
    expect(entityAnalytics('board', stored({}), TODAY, false, false).growth.pin_count).toEqual({ '90_days': null });
  });
});

describe('the first day of the history', () => {
  it.each([
    ['with the first known count of any metric', { follower_count: [null, 900], profile_views: [null, null] }, '2026-05-24'],
    ['that no crawl counted', { follower_count: [null, null] }, null],
    ['without crawls', {}, null],
  ])('is that %s', (_, counts, day) => {
    const entity = stored({ at: crawledDaysAgo(400, 91), counts });
    expect(entityAnalytics('pinner', entity, TODAY, false, false).history_from).toBe(day);
  });
});

describe('the momentum in a detail response', () => {
  const momentumOf = (asOf = TODAY) => entityAnalytics('pinner', pinner, asOf, true, true).momentum ?? [];

  it('has a reading per metric and period, with its ranks', () => {
    expect(momentumOf().map(({ metric, period }) => `${metric} ${period}`)).toEqual(
      ['follower_count', 'profile_views'].flatMap((metric) => periods.map((period) => `${metric} ${period}`)),
    );
    expect(momentumOf().map(({ rank }) => rank)).toEqual([10, 11, 12, 13, 14, 20, 21, 22, 23, 24]);
    expect(momentumOf().map(({ previous_rank }) => previous_rank)).toEqual([30, null, 32, 33, 34, null, null, null, null, null]);
  });

  it('is measured as of the day of the scores', () => {
    const [, , followers30Days] = momentumOf();
    expect(followers30Days).toMatchObject({ metric: 'follower_count', period: '30_days', trend: 'rising' });
    expect(momentumOf(TODAY - 200)[2]).toMatchObject({ score: null, flags: ['stale'] });
    expect(followers30Days).not.toHaveProperty('growth_percent');
  });

  it('is left out when the viewer may not see it', () => {
    expect(entityAnalytics('pinner', pinner, TODAY, true, false)).not.toHaveProperty('momentum');
  });
});

describe('the series of a count', () => {
  it('begins 90 days before the newest crawl without full analytics', () => {
    const series = visibleSeries(pinner, 'follower_count', false);
    expect([series.x[0], series.x.at(-1), series.x.length]).toEqual(['2026-05-25', '2026-08-23', 91]);
    expect([series.y[0], series.y.at(-1)]).toEqual([1000, 2000]);
  });

  it('is complete with full analytics', () => {
    const series = visibleSeries(pinner, 'follower_count', true);
    expect([series.x.length, series.y[0], series.y.at(-1)]).toEqual([401, 500, 2000]);
  });

  it('is empty without crawls, or without this count', () => {
    expect(visibleSeries(stored({ at: [] }), 'follower_count', false)).toEqual({ x: [], y: [] });
    expect(visibleSeries(pinner, 'pin_count', false)).toEqual({ x: [], y: [] });
  });
});
