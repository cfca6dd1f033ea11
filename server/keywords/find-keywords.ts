import { Injectable } from '@nestjs/common';
import type { KeywordPage, KeywordQuery, KeywordRow } from '#domain/keywords/contract';
import { keywordFilterTexts, keywordFilterValues } from '#domain/keywords/keyword-filters';
import type { KeywordOrder } from '#domain/keywords/keyword-orders';
import { toKeywordRow } from '#domain/keywords/keyword-rows';
import { Keywords, keywordVersion, type KeywordSelection, type PublishedBuild } from '#domain/keywords/keywords';
import { anonymous, type Viewer } from '#domain/auth/viewer';
import { queryWords } from '#domain/catalog/keywords/words';
import { type CachedResponse, ResponseCache } from '#domain/catalog/catalog';
import type { OpenExport } from '#domain/csv';
import { PremiumRequired } from '#domain/errors';
import { defaultKeywordOrder, keywordPageRefusalSentence, seesKeywordInsights } from '#domain/subscriptions/search-rights';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';

/** A response, and whether all viewers get the same one. */
export interface KeywordResponse extends CachedResponse {
  readonly isPublic: boolean;
}

/** The selection of a query. */
const selectionOf = ({ query, ...filters }: KeywordQuery, order: KeywordOrder): KeywordSelection => ({
  words: query === undefined ? null : queryWords(query),
  filters: keywordFilterValues(filters),
  order,
});

/** Returns a page of keywords to viewers who may see it. */
@Injectable()
export class FindKeywords {
  constructor(
    private readonly keywords: Keywords,
    private readonly cache: ResponseCache,
  ) {}

  async findPage(viewer: Viewer, query: KeywordQuery): Promise<KeywordResponse> {
    const request = { ...query, order_by: query.order_by ?? defaultKeywordOrder(viewer) };
    const refusal = keywordPageRefusalSentence(viewer, request);
    if (refusal) throw new PremiumRequired(refusal);
    const withInsights = seesKeywordInsights(viewer);
    const build = await this.keywords.findBuild();
    const key = [
      'keywords',
      withInsights,
      query.order_by ?? 'default',
      request.order_by,
      request.page,
      request.per_page,
      JSON.stringify(keywordFilterTexts(request)),
      request.query,
    ].join(' ');
    const { bytes, etag } = await this.cache.getOrCreate(key, keywordVersion(build), () =>
      this.#buildPage(build, request, withInsights, query.order_by === undefined),
    );
    return { bytes, etag, isPublic: withInsights === seesKeywordInsights(anonymous) };
  }

  async #buildPage(
    build: PublishedBuild | null,
    query: KeywordQuery & { readonly order_by: KeywordOrder },
    withInsights: boolean,
    isDefaultOrder: boolean,
  ): Promise<KeywordPage> {
    const { page, per_page, order_by } = query;
    if (isDefaultOrder && order_by === 'opportunity' && !(await this.#isOpportunityKnown()))
      return this.#buildPage(build, { ...query, order_by: 'pins' }, withInsights, false);
    const found = await this.keywords.findPage(selectionOf(query, order_by), (page - 1) * per_page, per_page);
    return {
      keywords: found.rows.map((row) => toKeywordRow(row, withInsights)),
      total: found.total,
      page,
      order_by,
      counted_pins: build?.pins ?? 0,
      as_of: build?.builtAt.toISOString() ?? null,
    };
  }

  /** Without saves or readings, no keyword has an opportunity, and an order by it would say nothing. */
  async #isOpportunityKnown(): Promise<boolean> {
    const { rows } = await this.keywords.findPage({ words: null, filters: {}, order: 'opportunity' }, 0, 1);
    return (rows[0]?.opportunity ?? null) !== null;
  }
}

const ROWS_PER_BATCH = 500;

/** Exports the list of keywords to viewers whose plan includes it. */
@Injectable()
export class ExportKeywords {
  constructor(private readonly keywords: Keywords) {}

  /** Reads the keys before it returns, so that a failure becomes an error response; no connection is held while the reader is slow. */
  async openExport(viewer: Viewer, query: KeywordQuery): Promise<OpenExport<KeywordRow>> {
    requireEntitlement(viewer, 'csv_export');
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
