import { GrowthQuery, type TopPerformer } from '#domain/analytics/growth/contract';
import { type CatalogStats, TopPerformers } from '#domain/analytics/growth/top-performers';
import { entityTypes } from '#domain/catalog/variants';
import type { IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { type CountedQualityScan, QualityScans } from '#domain/data-quality/quality-scans';
import { MomentumReport } from '#server/analytics/growth/momentum-report';

class FakeTopPerformers extends TopPerformers {
  requested: unknown[] = [];
  averageMomentum: number | null = 37.249;
  catalogFigures: CatalogStats = { boards: 10, collaborative: 4, pinners: 20, pins: 300, scored_day: 20_688 };

  async listTop(...asked: unknown[]): Promise<readonly TopPerformer[]> {
    this.requested = asked;
    return [];
  }
  async averageScore(): Promise<number | null> {
    return this.averageMomentum;
  }
  async catalogStats(): Promise<CatalogStats> {
    return this.catalogFigures;
  }
}

class FakeScans extends QualityScans {
  scan = () => this.recentOrNew();
  invalidate(): void {}
  async recentOrNew(): Promise<CountedQualityScan> {
    const counts = {
      never_crawled: 1,
      not_searchable: 2,
      all_zero_metrics: 3,
      zero_followers: 4,
      stale_90_days: 5,
      suspicious: 3,
      spam: 6,
    };
    const times = { board: 1, pinner: 10, pin: 100 };
    const multiplied = entityTypes.map((entity) => [
      entity,
      Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count * times[entity]])),
    ]);
    return { at: new Date(0), counted: Object.fromEntries(multiplied) as unknown as IssueCountsByEntity };
  }
}

const growthQuery = (query: Record<string, string> = {}) => GrowthQuery.parse(query);

describe('the momentum report', () => {
  it('brings the figures together: sums over the three types, the mean with one decimal, the day of the scores', async () => {
    const lists = new FakeTopPerformers();
    expect(await new MomentumReport(lists, new FakeScans()).forQuery(growthQuery())).toEqual({
      total_entities: 330,
      database_stats: { boards: { total: 10, collaborative: 4 }, pinners: { total: 20 }, pins: { total: 300 } },
      momentum_insights: { average_momentum: 37.2, top_performers: [] },
      data_quality: { suspicious_count: 333, spam_count: 666, deleted_count: 222, never_crawled: 111, all_zero: 333, stale: 555 },
      as_of: '2026-08-23',
    });
    expect(lists.requested).toEqual(['board', 'follower_count', '30_days', 100]);
  });

  it('has neither mean nor day before the first computation', async () => {
    const lists = new FakeTopPerformers();
    lists.averageMomentum = null;
    lists.catalogFigures = { ...lists.catalogFigures, scored_day: null };
    expect(await new MomentumReport(lists, new FakeScans()).forQuery(growthQuery())).toMatchObject({
      momentum_insights: { average_momentum: null },
      as_of: null,
    });
  });

  it.each([
    ['pin', 'collaborator_count', 'metric must be one of saves, repin_count, follower_count for pin'],
    ['pinner', 'pin_count', 'metric must be one of follower_count, profile_views for pinner'],
    ['board', 'saves', 'metric must be one of follower_count, collaborator_count, pin_count for board'],
  ])('refuses for a %s the metric %s, by name', async (entityType, metric, sentence) => {
    await expect(
      new MomentumReport(new FakeTopPerformers(), new FakeScans()).forQuery(growthQuery({ entity_type: entityType, metric })),
    ).rejects.toThrow(sentence);
  });
});
