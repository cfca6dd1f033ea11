import { Injectable } from '@nestjs/common';
import { toKeywordRow } from '#domain/keywords/keyword-rows';
import { keywordKey, queryWords } from '#domain/catalog/keywords/words';
import { Keywords } from '#domain/keywords/keywords';
import { isInSeason, monthOf } from '#domain/keywords/season';
import type { Today, TodayItem, TodayQuery } from '#domain/watching/today/contract';
import {
  changesSince,
  countChanges,
  MAX_TODAY_ROWS,
  PUBLISH_SOON_DAYS,
  sinceDay,
  topMovers,
  type WatchedChange,
} from '#domain/watching/today/today';
import { type SignedInUser, viewerOf } from '#domain/auth/viewer';
import { Catalog } from '#domain/catalog/catalog';
import { isOneJump } from '#domain/catalog/momentum';
import { pickRisingPins, risingPinsSearch, topicPinsSearch } from '#domain/catalog/website/popular-pins';
import { Clock } from '#domain/clock';
import { type Day, dayLabel, dayOf, parseDay } from '#domain/days';
import { hasEntitlement } from '#domain/subscriptions/entitlements';
import { seesKeywordInsights } from '#domain/subscriptions/search-rights';
import { ManageSavedKeywords } from '#server/watching/manage-saved-keywords';
import { ManageSavedSearches } from '#server/watching/manage-saved-searches';
import { findWatchedRows, toWatchedEntity, watchedKey } from '#server/watching/manage-watchlists';
import { ManageInterests } from '#server/watching/today/manage-interests';
import { Interests } from '#server/watching/typeorm/interests';
import { TodayReads } from '#server/watching/postgres/today';

/** Everything on a user's page of today: one request, a few queries for all of each kind. */
@Injectable()
export class ViewToday {
  constructor(
    private readonly interests: Interests,
    private readonly reads: TodayReads,
    private readonly manageInterests: ManageInterests,
    private readonly savedSearches: ManageSavedSearches,
    private readonly savedKeywords: ManageSavedKeywords,
    private readonly catalog: Catalog,
    private readonly keywords: Keywords,
    private readonly clock: Clock,
  ) {}

  async view(user: SignedInUser, query: TodayQuery): Promise<Today> {
    const today = dayOf(this.clock.now());
    const since = sinceDay(today, query.since === undefined ? null : parseDay(query.since));
    const [stored, linked, watched, alerts] = await Promise.all([
      this.interests.find(user.id),
      this.reads.listLinkedSites(user.id),
      this.#viewWatched(user, since, today),
      this.reads.countAlerts(user.id, since),
    ]);
    const topics = stored?.topics ?? [];
    const [rising_pins, keywords, site, saved_searches, { keywords: saved }] = await Promise.all([
      topics.length === 0 ? [] : this.#findRisingPins(user, topics),
      topics.length === 0 ? [] : this.#findKeywords(user, topics, monthOf(today)),
      this.manageInterests.findOwnSite(stored, linked),
      this.savedSearches.list(user),
      this.savedKeywords.list(user),
    ]);
    const changeOf = ({ figures }: (typeof saved)[number]) => Math.abs(figures?.growth_percent ?? 0);
    const dueBy = dayLabel(today + PUBLISH_SOON_DAYS);
    const isDue = ({ figures }: (typeof saved)[number]) => Number((figures?.publish_by ?? null) !== null && figures!.publish_by! <= dueBy);
    return {
      is_new: stored === null && watched.total === 0,
      since: dayLabel(since),
      watched: { ...watched, alerts },
      topics,
      rising_pins,
      other_pins: topics.length > 0 && rising_pins.length === 0 ? (await this.catalog.search('pins', topicPinsSearch(topics))).rows : [],
      keywords,
      site,
      saved_searches,
      saved_keywords: saved.toSorted((a, b) => isDue(b) - isDue(a) || changeOf(b) - changeOf(a)).slice(0, MAX_TODAY_ROWS),
      linked_accounts: linked.accounts,
    };
  }

  async #viewWatched(user: SignedInUser, since: Day, today: Day): Promise<Omit<Today['watched'], 'alerts'>> {
    const changes = changesSince(await this.reads.listReadings(user.id, since), since);
    const { isOver90Days, ...counts } = countChanges(changes, today);
    const movers = topMovers(changes);
    const rows = await findWatchedRows(this.catalog, movers);
    const showsMomentum = hasEntitlement(viewerOf(user), 'momentum');
    const toItem = ({ entity, entity_id, title, change }: WatchedChange): TodayItem => {
      const row = rows.get(watchedKey(entity, entity_id));
      const hasJumped = row !== undefined && !row.is_gone && isOneJump(row.jump_share);
      return { ...toWatchedEntity(entity, entity_id, row, title, showsMomentum), change, jumped_on: hasJumped ? row.jumped_on : null };
    };
    return { total: changes.length, ...counts, is_over_90_days: isOver90Days, movers: movers.map(toItem) };
  }

  async #findRisingPins(user: SignedInUser, topics: readonly string[]) {
    const hasMomentum = hasEntitlement(viewerOf(user), 'momentum');
    return pickRisingPins((await this.catalog.search('pins', risingPinsSearch(topics, hasMomentum))).rows, hasMomentum);
  }

  async #findKeywords(user: SignedInUser, topics: readonly string[], month: number): Promise<Today['keywords']> {
    const withInsights = seesKeywordInsights(viewerOf(user));
    const search = { words: topics.map(queryWords), keys: topics.map(keywordKey), isRelated: withInsights };
    const rows = await this.keywords.listByKeys(await this.reads.listKeywords(search));
    const shown = rows.filter((row) => isInSeason(row.peak, month)).slice(0, MAX_TODAY_ROWS);
    return shown.map((row) => toKeywordRow(row, withInsights));
  }
}
