import { GrowthQuery, type TopPerformer } from '#domain/analytics/growth/contract';
import { entityTypes } from '#domain/catalog/variants';
import { MomentumReport } from '#server/analytics/growth/momentum-report';
import { FakeCatalogQuality } from '../../../support/fakes/catalog-quality';
import { FakeGrowthLedger } from '../../../support/fakes/growth-ledger';

const performer: TopPerformer = {
  _id: 'b1',
  title: 'Ferns',
  name: 'Ferns',
  image_url: null,
  pictures: [],
  current_value: 5,
  momentum_score: 37.25,
  growth_percent: 4,
  current_rank: 1,
  previous_rank: null,
  jump_share: null,
  jumped_on: null,
  confidence: 'high',
};

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

function createReport() {
  const ledger = new FakeGrowthLedger();
  const quality = new FakeCatalogQuality({ board: countsWith(1), pinner: countsWith(10), pin: countsWith(100) });
  return { ledger, report: new MomentumReport(ledger, quality) };
}

const growthQuery = (query: Record<string, string> = {}) => GrowthQuery.parse(query);

describe('the momentum report', () => {
  it('combines top performers, their average with one decimal, totals, issues of all types, and the day of the scores', async () => {
    const { ledger, report } = createReport();
    ledger.listTop = async (...requested) => (requested.join() === 'board,follower_count,30_days,100' ? [performer] : []);
    ledger.averageScore = async () => 37.249;
    ledger.totals = async () => ({ boards: 2, collaborative: 1, pinners: 1, pins: 0, scored_day: 20_688 });
    expect(await report.forQuery(growthQuery())).toEqual({
      total_entities: 3,
      database_stats: { boards: { total: 2, collaborative: 1 }, pinners: { total: 1 }, pins: { total: 0 } },
      momentum_insights: {
        average_momentum: 37.2,
        top_performers: [performer],
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
  });

  it('has neither an average nor a day before the first recompute', async () => {
    const { report } = createReport();
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
