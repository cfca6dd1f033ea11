import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import type { Board, CatalogTotals, Pin, Pinner } from '#domain/catalog/detail-contract';
import { Catalog, type StoredEntity } from '#domain/catalog/catalog';
import { entityAnalytics, visibleSeries } from '#domain/analytics/growth/entity-analytics';
import { toBoardRow, toPinnerRow, toPinRow } from '#domain/catalog/list-rows';
import type { EntityType } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { hasEntitlement } from '#domain/subscriptions/entitlements';
import { TtlCache } from '#domain/ttl-cache';

/** So long what was counted is told again, in milliseconds. */
const TOTALS_TTL_MS = 60_000;

/** Answers one entity with its history, growth and, for those who may see it, its momentum and the reasons. */
@Injectable()
export class ViewEntity {
  readonly #totals = new TtlCache(TOTALS_TTL_MS, () => this.catalog.totals());

  constructor(
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  async board(viewer: Viewer, id: string): Promise<Board> {
    const { stored, full: hasFullAnalytics, analytics } = await this.#loadEntity(viewer, 'board', id);
    const timeSeries = {
      followers: visibleSeries(stored, 'follower_count', hasFullAnalytics),
      collaborators: visibleSeries(stored, 'collaborator_count', hasFullAnalytics),
      pins: visibleSeries(stored, 'pin_count', hasFullAnalytics),
    };
    return { ...toBoardRow(stored), ...textFields(stored), ...analytics, time_series: timeSeries };
  }

  async pinner(viewer: Viewer, id: string): Promise<Pinner> {
    const { stored, full: hasFullAnalytics, analytics } = await this.#loadEntity(viewer, 'pinner', id);
    const timeSeries = {
      followers: visibleSeries(stored, 'follower_count', hasFullAnalytics),
      monthly_viewers: visibleSeries(stored, 'profile_views', hasFullAnalytics),
    };
    const { fields } = stored;
    const pinnerFields = {
      profile_reach: (fields['profile_reach'] as number | null) ?? null,
      domain_url: (fields['domain_url'] as string | null) ?? null,
      website_url: (fields['website_url'] as string | null) ?? null,
    };
    return {
      ...toPinnerRow(stored),
      ...textFields(stored),
      ...pinnerFields,
      ...(await this.catalog.findTopWorks(id)),
      ...analytics,
      time_series: timeSeries,
    };
  }

  async pin(viewer: Viewer, id: string): Promise<Pin> {
    const { stored, full: hasFullAnalytics, analytics } = await this.#loadEntity(viewer, 'pin', id);
    const { fields } = stored;
    const timeSeries = {
      saves: visibleSeries(stored, 'saves', hasFullAnalytics),
      repins: visibleSeries(stored, 'repin_count', hasFullAnalytics),
    };
    const pinFields = {
      link: (fields['link'] as string | null) ?? null,
      domain: (fields['domain'] as string | null) ?? null,
      queries: (fields['queries'] as string[] | null) ?? [],
    };
    return { ...toPinRow(stored), ...textFields(stored), ...pinFields, ...analytics, time_series: timeSeries };
  }

  /** How much there is, as of the last minute: counted once, however many ask. */
  catalogTotals(): Promise<CatalogTotals> {
    return this.#totals.at(this.clock.now().getTime());
  }

  async #loadEntity(viewer: Viewer, entity: EntityType, id: string) {
    const [stored, scoredDay] = await Promise.all([this.catalog.find(entity, id), this.catalog.findScoredDay()]);
    if (!stored) throw new NotFound(`This ${entity} is not in our index any more.`);
    const hasFullAnalytics = hasEntitlement(viewer, 'full_analytics');
    const asOf = scoredDay ?? dayOf(this.clock.now());
    return {
      stored,
      full: hasFullAnalytics,
      analytics: entityAnalytics(entity, stored, asOf, hasFullAnalytics, hasEntitlement(viewer, 'momentum')),
    };
  }
}

const textFields = ({ fields, source, last_crawled_at, searchable }: StoredEntity) => ({
  description: (fields['description'] as string | null) ?? null,
  topics: (fields['topics'] as string[] | null) ?? [],
  source,
  last_crawled_at,
  searchable,
});
