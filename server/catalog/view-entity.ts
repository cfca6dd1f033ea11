import { Injectable } from '@nestjs/common';
import { entityAnalytics, visibleSeries } from '#domain/analytics/growth/entity-analytics';
import { boardVerdict, pinVerdict, pinnerVerdict, type VerdictContext, verdictByPeriod } from '#domain/analytics/growth/verdict/verdict';
import type { Viewer } from '#domain/auth/viewer';
import { Catalog } from '#domain/catalog/catalog';
import type { StoredEntity } from '#domain/catalog/rows/stored-entity';
import type { Board, Pin, Pinner } from '#domain/catalog/detail-contract';
import { toNotes } from '#domain/catalog/rows/notes';
import { toListRow } from '#domain/catalog/rows/list-rows';
import { defaultMetric, type Metric } from '#domain/catalog/metrics';
import { titleOf } from '#domain/catalog/title';
import type { EntityType } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { hasEntitlement } from '#domain/subscriptions/entitlements';

/** Returns one entity with its history, growth and, for viewers who may see it, its momentum. */
@Injectable()
export class ViewEntity {
  constructor(
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  async board(viewer: Viewer, id: string): Promise<Board> {
    const [{ stored, analytics, seriesOf, context }, topPins, similar] = await Promise.all([
      this.#loadEntity(viewer, 'board', id),
      this.catalog.findTopPins(id),
      this.catalog.findSimilar('boards', id),
    ]);
    return {
      ...toListRow('boards', { ...stored.fields, pictures: stored.pictures }),
      ...sharedFields(stored),
      ...analytics,
      top_pins: [...topPins],
      similar: [...similar],
      verdict: boardVerdict(stored, context),
      verdict_by_period: verdictByPeriod('board', stored, context),
      time_series: { followers: seriesOf('follower_count'), collaborators: seriesOf('collaborator_count'), pins: seriesOf('pin_count') },
    };
  }

  async pinner(viewer: Viewer, id: string): Promise<Pinner> {
    const [{ stored, analytics, seriesOf, context }, similar] = await Promise.all([
      this.#loadEntity(viewer, 'pinner', id),
      this.catalog.findSimilar('pinners', id),
    ]);
    const { profile_reach, domain_url, website_url } = stored.fields;
    return {
      ...toListRow('pinners', stored.fields),
      ...sharedFields(stored),
      profile_reach,
      domain_url,
      website_url,
      ...(await this.catalog.findTopWorks(id)),
      ...analytics,
      similar: [...similar],
      verdict: pinnerVerdict(stored, context),
      verdict_by_period: verdictByPeriod('pinner', stored, context),
      time_series: { followers: seriesOf('follower_count'), monthly_viewers: seriesOf('profile_views') },
    };
  }

  async pin(viewer: Viewer, id: string): Promise<Pin> {
    const [{ stored, analytics, seriesOf, context }, similar] = await Promise.all([
      this.#loadEntity(viewer, 'pin', id),
      this.catalog.findSimilar('pins', id),
    ]);
    const { link, domain, queries } = stored.fields;
    return {
      ...toListRow('pins', { ...stored.fields, board_name: stored.board?.name ?? stored.fields.board_name }),
      ...sharedFields(stored),
      link,
      domain,
      board: stored.board && { _id: stored.board._id, title: titleOf('board', stored.board), name: stored.board.name },
      queries,
      ...analytics,
      similar: [...similar],
      verdict: pinVerdict(stored, context),
      verdict_by_period: {},
      time_series: { saves: seriesOf('saves'), repins: seriesOf('repin_count') },
    };
  }

  async #loadEntity<E extends EntityType>(viewer: Viewer, entity: E, id: string) {
    const [stored, scoredDay] = await Promise.all([this.catalog.find(entity, id), this.catalog.findScoredDay()]);
    if (!stored) throw new NotFound(`This ${entity} is not in our index any more.`);
    const hasFullAnalytics = hasEntitlement(viewer, 'full_analytics');
    const asOf = scoredDay ?? dayOf(this.clock.now());
    const analytics = entityAnalytics(entity, stored, asOf, hasFullAnalytics, hasEntitlement(viewer, 'momentum'));
    const context: VerdictContext = { asOf, growth: analytics.growth[defaultMetric[entity]] ?? {} };
    return {
      stored,
      seriesOf: (metric: Metric) => visibleSeries(stored, metric, hasFullAnalytics),
      analytics,
      context,
    };
  }
}

const sharedFields = ({ fields, source, last_crawled_at, searchable }: StoredEntity) => ({
  description: fields.description,
  topics: fields.topics,
  notes: toNotes(fields.notes),
  source,
  last_crawled_at,
  searchable,
});
