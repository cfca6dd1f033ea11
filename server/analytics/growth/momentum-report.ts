import { Injectable } from '@nestjs/common';
import type { GrowthQuery, GrowthAnalytics, QualityCounts } from '#domain/analytics/growth/contract';
import { type Metric, metricsOf } from '#domain/catalog/metrics';
import { entityTypes } from '#domain/catalog/variants';
import { CatalogQuality, type IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import type { IssueName } from '#domain/data-quality/issues';
import { dayLabel } from '#domain/days';
import { InvalidInput } from '#domain/errors';
import { oneDecimal } from '#domain/numbers';
import { TopLists } from '#server/analytics/growth/postgres/top-lists';

/** Sums the issues over boards, pinners, and pins. */
function sumQualityCounts(counted: IssueCountsByEntity): QualityCounts {
  const sum = (issue: IssueName) => entityTypes.reduce((total, entity) => total + counted[entity][issue], 0);
  return {
    suspicious_count: sum('suspicious'),
    spam_count: sum('spam'),
    deleted_count: sum('not_searchable'),
    never_crawled: sum('never_crawled'),
    all_zero: sum('all_zero_metrics'),
    stale: sum('stale_90_days'),
  };
}

/** The growth analytics that administrators see: top performers, with totals and data quality of the catalog. */
@Injectable()
export class MomentumReport {
  constructor(
    private readonly topLists: TopLists,
    private readonly quality: CatalogQuality,
  ) {}

  /** Throws `InvalidInput` when the entity has no such metric. */
  async forQuery({ entity_type, metric, period, limit }: GrowthQuery): Promise<GrowthAnalytics> {
    const metrics: readonly Metric[] = metricsOf[entity_type];
    if (!metrics.includes(metric)) throw new InvalidInput([`metric must be one of ${metrics.join(', ')} for ${entity_type}`]);
    const [performers, average, totals, { counted }] = await Promise.all([
      this.topLists.listTop(entity_type, metric, period, limit),
      this.topLists.averageScore(entity_type, metric, period),
      this.topLists.totals(),
      this.quality.recentOrNewScan(),
    ]);
    const { boards, collaborative, pinners, pins, scored_day } = totals;
    return {
      total_entities: boards + pinners + pins,
      database_stats: { boards: { total: boards, collaborative }, pinners: { total: pinners }, pins: { total: pins } },
      momentum_insights: { average_momentum: average === null ? null : oneDecimal(average), top_performers: performers },
      data_quality: sumQualityCounts(counted),
      as_of: scored_day === null ? null : dayLabel(scored_day),
    };
  }
}
