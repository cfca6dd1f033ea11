import type { Pool } from 'pg';
import type { Sort, Variant } from '#domain/catalog/variants';
import { TtlCache } from '#domain/ttl-cache';
import {
  MAX_EXACT_TOTAL,
  boundedKeywordPage,
  liveKeywordPage,
  type PageOfIds,
  livePage,
  type Statement,
  type KeywordTerms,
  scannedKeywordPage,
} from '#server/catalog/postgres/live-page-sql';
import {
  MAX_COUNTED_ROWS,
  exceedsCountLimit,
  rankedTopPage,
  rankedKeywordPage,
  rankedPage,
} from '#server/catalog/postgres/ranked-page-sql';
import type { ListOrder } from '#server/database/catalog-tables';

/** Which part of which order. */
export interface PageRequest {
  readonly order: ListOrder;
  readonly sort: Sort;
  readonly offset: number;
  readonly limit: number;
}

interface ListStatus {
  readonly total: number;
  readonly generation: number | null;
  /** Changes with every import, recompute and refresh. */
  readonly state: string;
}

/** How long a look at catalog_stats is trusted: a new generation is seen by all within this many milliseconds. */
const STATUS_TTL_MS = 1_000;

/** Ids of list pages: from the ordered read model where there is one, else from the tables themselves. */
export class PostgresListPages {
  readonly #statuses: Readonly<Record<Variant, TtlCache<ListStatus>>> = {
    pins: new TtlCache(STATUS_TTL_MS, () => this.#readStatus('pins')),
    boards: new TtlCache(STATUS_TTL_MS, () => this.#readStatus('boards')),
    pinners: new TtlCache(STATUS_TTL_MS, () => this.#readStatus('pinners')),
  };

  constructor(
    private readonly pool: Pool,
    private readonly minReadModelRows: number,
  ) {}

  async plainPage(variant: Variant, request: PageRequest): Promise<PageOfIds> {
    const { total, generation } = await this.#status(variant);
    if (generation !== null) return this.#queryPage(rankedPage(variant, request.order, request.sort, request.offset, request.limit));
    const ids = await this.#queryIds(livePage(variant, request.order, request.sort, request.offset, request.limit));
    return { ids, total, total_is_exact: true, as_of: null };
  }

  async keywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Promise<PageOfIds> {
    const { total, generation } = await this.#status(variant);
    const { order, sort, offset, limit } = request;
    if (generation !== null && order.postingColumn !== null) return this.#rankedKeywordPage(variant, request, terms);
    const fullStatement = liveKeywordPage(variant, order, sort, terms, offset, limit);
    if (total < this.minReadModelRows || order.needsScores) return this.#queryPage(fullStatement);
    const boundedPage = await this.#queryPage(boundedKeywordPage(variant, order, sort, terms, offset, limit));
    if (boundedPage.total <= MAX_EXACT_TOTAL) return boundedPage;
    const scannedIds = await this.#queryIds(scannedKeywordPage(variant, order, sort, terms, offset, limit));
    const ids = scannedIds.length === limit ? scannedIds : (await this.#queryPage(fullStatement)).ids;
    return { ids, total: MAX_EXACT_TOTAL, total_is_exact: false, as_of: null };
  }

  async #rankedKeywordPage(variant: Variant, { order, sort, offset, limit }: PageRequest, terms: KeywordTerms): Promise<PageOfIds> {
    if (!exceedsCountLimit(terms)) return this.#queryPage(rankedKeywordPage(variant, order, sort, terms, offset, limit));
    const statement =
      offset + limit <= MAX_COUNTED_ROWS
        ? rankedTopPage(variant, order, sort, terms.any ?? [], offset, limit)
        : rankedKeywordPage(variant, order, sort, terms, offset, limit);
    return { ...(await this.#queryPage(statement)), total: MAX_COUNTED_ROWS, total_is_exact: false };
  }

  /** Names the state that the pages of this list are of. */
  async listVersion(variant: Variant): Promise<string> {
    return (await this.#status(variant)).state;
  }

  #status(variant: Variant): Promise<ListStatus> {
    return this.#statuses[variant].at(performance.now());
  }

  async #readStatus(variant: Variant): Promise<ListStatus> {
    const { rows } = await this.pool.query<ListStatus>({
      name: 'standing',
      text: `select total, generation, concat_ws(' ', extract(epoch from changed_at), extract(epoch from ordered_at), generation, scored_day, total) state
        from catalog_stats where variant = $1`,
      values: [variant],
    });
    return rows[0] ?? { total: 0, generation: null, state: '' };
  }

  async #queryIds({ name, text, values }: Statement): Promise<string[]> {
    const { rows } = await this.pool.query<{ _id: string }>({ name, text, values: [...values] });
    return rows.map((row) => row._id);
  }

  async #queryPage({ name, text, values }: Statement): Promise<PageOfIds> {
    const { rows } = await this.pool.query<{ total: number; ordered_at?: Date | null; ids: string[] }>({ name, text, values: [...values] });
    const [found] = rows;
    return { ids: found?.ids ?? [], total: found?.total ?? 0, total_is_exact: true, as_of: found?.ordered_at?.toISOString() ?? null };
  }
}
