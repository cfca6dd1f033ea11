import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import type { Board } from '#domain/catalog/board';
import { Catalog, type CatalogTotals, type StoredEntity } from '#domain/catalog/catalog';
import { entityAnalytics, shownSeries } from '#domain/catalog/entity-analytics';
import type { Pin } from '#domain/catalog/pin';
import type { Pinner } from '#domain/catalog/pinner';
import { boardRow, pinnerRow, pinRow } from '#domain/catalog/stored-rows';
import type { EntityType } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { allows } from '#domain/subscriptions/entitlements';
import { ToldAgain } from '#domain/told-again';

/** So long what was counted is told again, in milliseconds. */
const TOLD_AGAIN = 60_000;

/** Answers one entity with its history, growth and, for those who may see it, its momentum and the reasons. */
@Injectable()
export class ViewEntity {
  readonly #totals = new ToldAgain(TOLD_AGAIN, () => this.catalog.totals());

  constructor(
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  async board(viewer: Viewer, id: string): Promise<Board> {
    const { stored, full, analytics } = await this.#look(viewer, 'board', id);
    const time_series = {
      followers: shownSeries(stored, 'follower_count', full),
      collaborators: shownSeries(stored, 'collaborator_count', full),
      pins: shownSeries(stored, 'pin_count', full),
    };
    return { ...boardRow(stored), ...textsOf(stored), ...analytics, time_series };
  }

  async pinner(viewer: Viewer, id: string): Promise<Pinner> {
    const { stored, full, analytics } = await this.#look(viewer, 'pinner', id);
    const time_series = {
      followers: shownSeries(stored, 'follower_count', full),
      monthly_viewers: shownSeries(stored, 'profile_views', full),
    };
    const { fields } = stored;
    const own = {
      profile_reach: (fields['profile_reach'] as number | null) ?? null,
      domain_url: (fields['domain_url'] as string | null) ?? null,
      website_url: (fields['website_url'] as string | null) ?? null,
    };
    return { ...pinnerRow(stored), ...textsOf(stored), ...own, ...(await this.catalog.worksOf(id)), ...analytics, time_series };
  }

  async pin(viewer: Viewer, id: string): Promise<Pin> {
    const { stored, full, analytics } = await this.#look(viewer, 'pin', id);
    const { fields } = stored;
    const time_series = { saves: shownSeries(stored, 'saves', full), repins: shownSeries(stored, 'repin_count', full) };
    const own = {
      link: (fields['link'] as string | null) ?? null,
      domain: (fields['domain'] as string | null) ?? null,
      queries: (fields['queries'] as string[] | null) ?? [],
    };
    return { ...pinRow(stored), ...textsOf(stored), ...own, ...analytics, time_series };
  }

  /** How much there is, as of the last minute: counted once, however many ask. */
  totals(): Promise<CatalogTotals> {
    return this.#totals.at(this.clock.now().getTime());
  }

  async #look(viewer: Viewer, entity: EntityType, id: string) {
    const [stored, scoredDay] = await Promise.all([this.catalog.find(entity, id), this.catalog.scoredDay()]);
    if (!stored) throw new NotFound(`This ${entity} is not in our index any more.`);
    const full = allows(viewer, 'full_analytics');
    const asOf = scoredDay ?? dayOf(this.clock.now());
    return { stored, full, analytics: entityAnalytics(entity, stored, asOf, full, allows(viewer, 'momentum')) };
  }
}

const textsOf = ({ fields, source, last_crawled_at, searchable }: StoredEntity) => ({
  description: (fields['description'] as string | null) ?? null,
  topics: (fields['topics'] as string[] | null) ?? [],
  source,
  last_crawled_at,
  searchable,
});
