import { GrowthQuery } from '#domain/analytics/growth/contract';
import { entityTypes } from '#domain/catalog/variants';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { FakeCatalogQuality } from '../../../support/fakes/catalog-quality';
import { FakeTopPerformers, type ScoredEntity } from '../../../support/fakes/top-performers';

const entities: readonly ScoredEntity[] = [
  { entity: 'board', _id: 'b1', name: 'Ferns', score: 37.25, follower_count: 5, collaborator_count: 2 },
  { entity: 'board', _id: 'b2', name: 'Kilns', score: 37.248, follower_count: 5 },
  { entity: 'pinner', _id: 'p1', name: 'Mira', score: null, follower_count: 5 },
];

/** One entity with each issue, and `zeros` entities whose counts are all zero. */
const countsWith = (zeros: number) => ({
  suspicious: zeros,
  all_zero_metrics: zeros,
  zero_followers: zeros,
  never_crawled: 1,
  not_searchable: 1,
  stale_90_days: 1,
  spam: 1,
});

function createReport(performers = new FakeTopPerformers(entities)) {
  const quality = new FakeCatalogQuality({ board: countsWith(1), pinner: countsWith(10), pin: countsWith(100) });
  return { performers, report: new MomentumReport(performers, quality) };
}

const growthQuery = (query: Record<string, string> = {}) => GrowthQuery.parse(query);

describe('the momentum report', () => {
  it('combines top performers, their average with one decimal, totals, issues of all types, and the day of the scores', async () => {
    const { performers, report } = createReport();
    performers.scoredDay = 20_688;
    expect(await report.forQuery(growthQuery())).toEqual({
      total_entities: 3,
      database_stats: { boards: { total: 2, collaborative: 1 }, pinners: { total: 1 }, pins: { total: 0 } },
      momentum_insights: {
        average_momentum: 37.2,
        top_performers: [expect.objectContaining({ _id: 'b1' }), expect.objectContaining({ _id: 'b2' })],
      },
      data_quality: {
        suspicious_count: 111,
        spam_count: entityTypes.length,
        deleted_count: entityTypes.length,
        never_crawled: entityTypes.length,
        all_zero: 111,
        stale: entityTypes.length,
      },
      as_of: '2026-08-23',
    });
    expect(performers.requested).toEqual([['board', 'follower_count', '30_days', 100]]);
  });

  it('has neither an average nor a day before the first recompute', async () => {
    const { report } = createReport(new FakeTopPerformers());
    expect(await report.forQuery(growthQuery())).toMatchObject({ momentum_insights: { average_momentum: null }, as_of: null });
  });

  it.each([
    ['pin', 'collaborator_count', 'metric must be one of saves, repin_count, follower_count for pin'],
    ['pinner', 'pin_count', 'metric must be one of follower_count, profile_views for pinner'],
    ['board', 'saves', 'metric must be one of follower_count, collaborator_count, pin_count for board'],
  ])('rejects, for a %s, the metric %s', async (entityType, metric, message) => {
    await expect(createReport().report.forQuery(growthQuery({ entity_type: entityType, metric }))).rejects.toThrow(message);
  });
});
