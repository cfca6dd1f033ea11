import { Injectable } from '@nestjs/common';
import { toKeywordRow } from '#domain/keywords/keyword-rows';
import { keywordKey } from '#domain/catalog/keywords/words';
import { phraseKeyword } from '#domain/keywords/keyword-texts';
import { Keywords } from '#domain/keywords/keywords';
import type { SavedKeywordList } from '#domain/watching/contract';
import { watchLimitsOf } from '#domain/watching/watch-limits';
import { type SignedInUser, viewerOf } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { NotFound } from '#domain/errors';
import { seesKeywordInsights } from '#domain/subscriptions/search-rights';
import { SavedKeywords } from '#server/watching/typeorm/saved-keywords';

/** The keywords that a user has saved, with their figures of last night. */
@Injectable()
export class ManageSavedKeywords {
  constructor(
    private readonly saved: SavedKeywords,
    private readonly keywords: Keywords,
    private readonly clock: Clock,
  ) {}

  async list(user: SignedInUser): Promise<SavedKeywordList> {
    const viewer = viewerOf(user);
    const saved = await this.saved.listFor(user.id);
    const rows = await this.keywords.listByKeys(saved.map(({ key }) => key));
    const figures = new Map(rows.map((row) => [row.key, toKeywordRow(row, seesKeywordInsights(viewer))]));
    return {
      keywords: saved.map(({ key, name, savedAt }) => ({
        keyword: name,
        saved_at: savedAt.toISOString(),
        figures: figures.get(key) ?? null,
      })),
      limit: watchLimitsOf(viewer).savedKeywords,
    };
  }

  async save(user: SignedInUser, texts: readonly string[]): Promise<void> {
    const named = new Map(texts.map((text) => [keywordKey(text), phraseKeyword(text)?.spelling]));
    const counted = await this.keywords.listByKeys([...named.keys()]);
    // The spelling that most pins have comes first; a keyword that too few pins have is kept as it was typed.
    for (const { key, name } of counted) named.set(key, name);
    const keywords = [...named].map(([key, name]) => {
      if (name === undefined) throw new NotFound('One of these is no keyword: it needs a word, and may have ten.');
      return { key, name };
    });
    await this.saved.save(user.id, keywords, watchLimitsOf(viewerOf(user)).savedKeywords, this.clock.now());
  }
}
