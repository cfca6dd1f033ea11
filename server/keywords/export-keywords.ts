import { Injectable } from '@nestjs/common';
import type { KeywordQuery, KeywordRow } from '#domain/keywords/contract';
import { toKeywordRow } from '#domain/keywords/keyword-rows';
import { Keywords } from '#domain/keywords/keywords';
import type { Viewer } from '#domain/auth/viewer';
import { PremiumRequired } from '#domain/errors';
import { defaultKeywordOrder } from '#domain/subscriptions/search-rights';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { selectionOf } from '#server/keywords/find-keywords';

const ROWS_PER_BATCH = 500;

/** An export in progress: the total, and the rows in batches, in order. */
export interface KeywordExport {
  readonly total: number;
  readonly batches: AsyncIterable<readonly KeywordRow[]>;
}

/** Exports the list of keywords to viewers whose plan includes it. */
@Injectable()
export class ExportKeywords {
  constructor(private readonly keywords: Keywords) {}

  /** Reads the keys before it returns, so that a failure becomes an error response; no connection is held while the reader is slow. */
  async openExport(viewer: Viewer, query: KeywordQuery): Promise<KeywordExport> {
    if (!hasEntitlement(viewer, 'csv_export')) throw new PremiumRequired(premiumSentences.csv_export);
    const keys = await this.keywords.listKeys(selectionOf(query, query.order_by ?? defaultKeywordOrder(viewer)));
    return { total: keys.length, batches: this.#readBatches(keys) };
  }

  async *#readBatches(keys: readonly string[]): AsyncGenerator<readonly KeywordRow[]> {
    for (let from = 0; from < keys.length; from += ROWS_PER_BATCH) {
      const rows = await this.keywords.listByKeys(keys.slice(from, from + ROWS_PER_BATCH));
      yield rows.map((row) => toKeywordRow(row, true));
    }
  }
}
