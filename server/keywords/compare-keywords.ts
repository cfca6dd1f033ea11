import { Injectable } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import { PremiumRequired } from '#domain/errors';
import type { KeywordComparison } from '#domain/keywords/contract';
import { toKeywordRow } from '#domain/keywords/keyword-rows';
import { keywordKey } from '#domain/catalog/keywords/words';
import { Keywords } from '#domain/keywords/keywords';
import { comparisonRefusalSentence } from '#domain/subscriptions/entitlements';
import { seesKeywordInsights } from '#domain/subscriptions/search-rights';
import { ViewKeyword } from '#server/keywords/view-keyword';

/** Returns keywords side by side, as many as the viewer may compare. */
@Injectable()
export class CompareKeywords {
  constructor(
    private readonly keywords: Keywords,
    private readonly viewKeyword: ViewKeyword,
  ) {}

  async compare(viewer: Viewer, texts: readonly string[]): Promise<KeywordComparison> {
    const refusal = comparisonRefusalSentence(viewer, texts.length);
    if (refusal) throw new PremiumRequired(refusal);
    const withInsights = seesKeywordInsights(viewer);
    const rows = new Map((await this.keywords.listByKeys(texts.map(keywordKey))).map((row) => [row.key, row]));
    const compared = texts.map(async (text) => {
      const row = rows.get(keywordKey(text));
      const figures = row ? toKeywordRow(row, withInsights) : null;
      const interest = await this.viewKeyword.interest(text);
      return {
        keyword: figures?.keyword ?? text,
        is_known: figures !== null || interest.curves.length > 0 || interest.volumes.length > 0,
        figures,
        interest,
      };
    });
    return { keywords: await Promise.all(compared) };
  }
}
