import type { TopPerformer } from '#domain/analytics/growth/contract';
import { type CatalogStats, TopPerformers } from '#domain/analytics/growth/top-performers';
import type { Metric, Period } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';

/** An entity with the same momentum score in every metric and period; null if it was not scored. */
export interface ScoredEntity {
  readonly entity: EntityType;
  readonly _id: string;
  readonly name: string;
  readonly score: number | null;
  readonly follower_count: number;
  readonly collaborator_count?: number;
}

/** Top performers of a few entities in memory. */
export class FakeTopPerformers extends TopPerformers {
  scoredDay: Day | null = null;
  readonly requested: unknown[][] = [];

  constructor(readonly entities: readonly ScoredEntity[] = []) {
    super();
  }

  async listTop(entity: EntityType, metric: Metric, period: Period, limit: number): Promise<readonly TopPerformer[]> {
    this.requested.push([entity, metric, period, limit]);
    return this.#scored(entity)
      .toSorted((a, b) => b.score - a.score || (a._id < b._id ? -1 : 1))
      .slice(0, limit)
      .map(({ _id, name, score, follower_count }, index) => ({
        _id,
        title: name,
        name,
        image_url: null,
        pictures: [],
        current_value: follower_count,
        momentum_score: score,
        growth_percent: score,
        current_rank: index + 1,
        previous_rank: null,
        jump_share: null,
        jumped_on: null,
        confidence: 'high',
      }));
  }

  async averageScore(entity: EntityType): Promise<number | null> {
    const scored = this.#scored(entity);
    return scored.length === 0 ? null : scored.reduce((sum, { score }) => sum + score, 0) / scored.length;
  }

  async catalogStats(): Promise<CatalogStats> {
    const countOf = (type: EntityType) => this.entities.filter(({ entity }) => entity === type).length;
    const collaborative = this.entities.filter(({ collaborator_count = 0 }) => collaborator_count > 0).length;
    return { boards: countOf('board'), collaborative, pinners: countOf('pinner'), pins: countOf('pin'), scored_day: this.scoredDay };
  }

  #scored(type: EntityType): (ScoredEntity & { readonly score: number })[] {
    return this.entities
      .filter((item) => item.entity === type)
      .flatMap((item) => (item.score === null ? [] : [{ ...item, score: item.score }]));
  }
}
