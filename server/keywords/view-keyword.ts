import { Injectable } from '@nestjs/common';
import { competitionReason } from '#domain/keywords/competition-reason';
import type { Keyword, KeywordAnswer, KeywordInterest, RelatedKeyword } from '#domain/keywords/contract';
import { outlookOf } from '#domain/keywords/interest/outlook';
import { SearchInterest } from '#domain/keywords/interest/search-interest';
import { roundShare, toKeywordRow } from '#domain/keywords/keyword-rows';
import { keywordKey } from '#domain/catalog/keywords/words';
import { Keywords, keywordVersion, type StoredKeywordPage } from '#domain/keywords/keywords';
import { seasonShares } from '#domain/keywords/season';
import { anonymous, type Viewer } from '#domain/auth/viewer';
import { Catalog, ResponseCache } from '#domain/catalog/catalog';
import { catalogSearch } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { NotFound } from '#domain/errors';
import { seesKeywordInsights } from '#domain/subscriptions/search-rights';
import type { KeywordResponse } from '#server/keywords/find-keywords';

/** Returns the page of a keyword; related keywords and opportunity only to viewers who may see them. */
@Injectable()
export class ViewKeyword {
  constructor(
    private readonly keywords: Keywords,
    private readonly catalog: Catalog,
    private readonly cache: ResponseCache,
    private readonly interests: SearchInterest,
    private readonly clock: Clock,
  ) {}

  async view(viewer: Viewer, text: string): Promise<KeywordResponse> {
    const key = keywordKey(text);
    const withInsights = seesKeywordInsights(viewer);
    const build = await this.keywords.findBuild();
    const version = keywordVersion(build);
    const { bytes, etag } = await this.cache.getOrCreate(`keyword ${withInsights} ${key}`, version, async (): Promise<KeywordAnswer> => {
      const stored = await this.keywords.find(key);
      return stored ? this.#buildBody(stored, withInsights, build?.builtAt ?? null) : this.#viewUncounted(key);
    });
    return { bytes, etag, isPublic: withInsights === seesKeywordInsights(anonymous) };
  }

  /** Returns the imported search interest of a keyword, in any spelling. */
  async interest(text: string): Promise<KeywordInterest> {
    const interest = await this.interests.find(keywordKey(text));
    const { curves, volumes } = interest;
    const { season } = outlookOf(interest, dayOf(this.clock.now()), this.interests.leadDays);
    return {
      season: season && {
        state: season.state,
        weeks: season.weeks,
        region: season.region,
        source: season.source,
        curve_to: dayLabel(season.curveTo),
        rise_on: season.rise === null ? null : dayLabel(season.rise),
        publish_by: season.publishBy === null ? null : dayLabel(season.publishBy),
      },
      lead_days: this.interests.leadDays,
      curves: curves.map(({ region, points, sources }) => ({
        region,
        points: points.map(({ day, value }) => ({ date: dayLabel(day), value })),
        sources: sources.map(({ name, importedAt }) => ({ name, imported_at: importedAt.toISOString() })),
      })),
      volumes: volumes.map(({ day, notes, ...volume }) => ({
        ...volume,
        date: dayLabel(day),
        notes: Object.entries(notes ?? {}).map(([name, value]) => ({ name, value })),
      })),
    };
  }

  /** A keyword of too few pins has a page if there is something imported to show on it. */
  async #viewUncounted(key: string): Promise<KeywordAnswer> {
    const { curves, volumes } = await this.interests.find(key);
    if (curves.length > 0 || volumes.length > 0) return { pins: null };
    throw new NotFound('We don’t know this keyword. At least five pins must have it.');
  }

  async #buildBody(stored: StoredKeywordPage, withInsights: boolean, builtAt: Date | null): Promise<Keyword> {
    const [top_pins, top_boards, top_pinners, related] = await Promise.all([
      this.#rowsOf('pins', stored.topPins),
      this.#rowsOf('boards', stored.topBoards),
      this.#rowsOf('pinners', stored.topPinners),
      withInsights ? this.#relatedOf(stored) : null,
    ]);
    return {
      ...toKeywordRow(stored, withInsights),
      known_pins: stored.knownPins,
      measured_pins: stored.measuredPins,
      competition_reason: competitionReason(stored.competitors),
      season: seasonShares(stored),
      ...(related ? { related } : {}),
      top_pins,
      top_boards,
      top_pinners,
      as_of: builtAt?.toISOString() ?? null,
    };
  }

  #rowsOf<V extends Variant>(variant: V, ids: readonly string[]) {
    return this.catalog.listRows(variant, catalogSearch(variant).parse({}), ids);
  }

  async #relatedOf({ related, pins }: StoredKeywordPage): Promise<RelatedKeyword[]> {
    const rows = await this.keywords.listByKeys(related.map(({ key }) => key));
    const commonPins = new Map(related.map(({ key, common }) => [key, common]));
    return rows.map((row) => {
      const common_pins = commonPins.get(row.key) ?? 0;
      return { ...toKeywordRow(row, true), common_pins, common_share: roundShare(common_pins / pins) };
    });
  }
}
