import type { Pool } from 'pg';
import { BEST_MATCH_ORDER, type Variant } from '#domain/catalog/variants';
import { SECOND_MS } from '#domain/durations';
import { timedCache } from '#server/cache/timed-cache';
import type { ListFilters } from '#server/catalog/postgres/filter-sql';
import { FilteredPages } from '#server/catalog/postgres/filtered/filtered-pages';
import { GenerationChanged, type ListGeneration } from '#server/catalog/postgres/filtered/list-arrays';
import { knownCountKey } from '#server/catalog/postgres/list-order';
import type { KeywordTerms, PageOfIds, PageRequest, Statement } from '#server/catalog/postgres/list-statement';
import { liveMatchPage } from '#server/catalog/postgres/matches/match-sql';
import {
  boundedKeywordPage,
  filteredPage,
  liveKeywordPage,
  livePage,
  MAX_EXACT_TOTAL,
  scannedKeywordPage,
} from '#server/catalog/postgres/live-page-sql';
import {
  exceedsCountLimit,
  MAX_COUNTED_ROWS,
  rankedKeywordPage,
  rankedPage,
  rankedTopPage,
} from '#server/catalog/postgres/ranked-page-sql';

interface ListStatus {
  readonly total: number;
  /** The generation of the read model; null if the list has none. */
  readonly generation: number | null;
  /** The generation of the read model's arrays for filters. */
  readonly filters_generation: number | null;
  /** By list order, the number of rows with a value. */
  readonly known: Readonly<Record<string, number>>;
  /** Changes with every import, recompute, and refresh. */
  readonly version: string;
}

/** The lists whose data the pages of a list show: boards without a cover have pictures of pins. */
const sourcesOfPages: Readonly<Record<Variant, readonly Variant[]>> = { boards: ['boards', 'pins'], pinners: ['pinners'], pins: ['pins'] };

/** How long a list's row of catalog_stats is cached: every process sees a new generation within this time. */
const STATUS_TTL_MS = SECOND_MS;

const MAX_FILTER_ATTEMPTS = 3;

/** Finds the ids of list pages: in the read model where the list has one, else in the tables themselves. */
export class PostgresListPages {
  readonly #filteredPages: FilteredPages;
  readonly #status = timedCache(STATUS_TTL_MS, (variant: Variant) => this.#readStatus(variant));

  constructor(
    private readonly pool: Pool,
    private readonly minReadModelRows: number,
  ) {
    this.#filteredPages = new FilteredPages(pool);
  }

  async plainPage(variant: Variant, request: PageRequest): Promise<PageOfIds> {
    if (request.filters) return this.#filteredPage(variant, request, request.filters, null);
    const { total, generation } = await this.#status(variant);
    if (generation !== null) return this.#queryPage(rankedPage(variant, request));
    return { ids: await this.#queryIds(livePage(variant, request)), total, total_is_exact: true, as_of: null };
  }

  /**
   * Uses the read model if there is one. Otherwise short lists are searched in full; long ones count a bounded number of hits first, and
   * with more hits scan the order's index, or search in full if the scan finds too few.
   */
  async keywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Promise<PageOfIds> {
    if (request.order.name === BEST_MATCH_ORDER) return this.#matchPage(variant, request, terms);
    if (request.filters) return this.#filteredPage(variant, request, request.filters, terms);
    const { total, generation } = await this.#status(variant);
    const { order, limit } = request;
    if (generation !== null && order.postingColumn !== null) return this.#rankedKeywordPage(variant, request, terms);
    const fullStatement = liveKeywordPage(variant, request, terms);
    if (total < this.minReadModelRows || order.scoreColumn !== null) return this.#queryPage(fullStatement);
    const boundedPage = await this.#queryPage(boundedKeywordPage(variant, request, terms));
    if (boundedPage.total <= MAX_EXACT_TOTAL) return boundedPage;
    const scannedIds = await this.#queryIds(scannedKeywordPage(variant, request, terms));
    const ids = scannedIds.length === limit ? scannedIds : (await this.#queryPage(fullStatement)).ids;
    return { ids, total: MAX_EXACT_TOTAL, total_is_exact: false, as_of: null };
  }

  async #rankedKeywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Promise<PageOfIds> {
    if (request.omitsJumps || !exceedsCountLimit(terms)) return this.#queryPage(rankedKeywordPage(variant, request, terms));
    const isTopPage = request.offset + request.limit <= MAX_COUNTED_ROWS;
    const statement = isTopPage ? rankedTopPage(variant, request, terms.any ?? []) : rankedKeywordPage(variant, request, terms);
    return { ...(await this.#queryPage(statement)), total: MAX_COUNTED_ROWS, total_is_exact: false };
  }

  async #filteredPage(variant: Variant, request: PageRequest, filters: ListFilters, terms: KeywordTerms | null): Promise<PageOfIds> {
    const find = (list: ListGeneration, known: ListStatus['known']) =>
      this.#filteredPages.find(list, known[knownCountKey(request.order)] ?? 0, request, filters, terms);
    return (await this.#pageOfArrays(variant, filters, find)) ?? this.#queryPage(filteredPage(variant, request, filters, terms));
  }

  async #matchPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Promise<PageOfIds> {
    const { filters } = request;
    const find = (list: ListGeneration) => this.#filteredPages.findMatches(list, request, filters, terms);
    return (await this.#pageOfArrays(variant, filters, find)) ?? this.#queryPage(liveMatchPage(variant, request, terms));
  }

  /** A page from the arrays of the read model; null if it has none, or not what is needed. The read model may change while a page is read. */
  async #pageOfArrays(
    variant: Variant,
    filters: ListFilters | undefined,
    find: (list: ListGeneration, known: ListStatus['known']) => Promise<PageOfIds>,
  ): Promise<PageOfIds | null> {
    if (filters && !FilteredPages.serves(filters)) return null;
    for (let attempt = 1; attempt <= MAX_FILTER_ATTEMPTS; attempt++) {
      const { generation, filters_generation, known } = await (attempt === 1 ? this.#status(variant) : this.#readStatus(variant));
      if (generation === null || generation !== filters_generation) return null;
      try {
        return await find({ variant, generation }, known);
      } catch (error) {
        if (!(error instanceof GenerationChanged)) throw error;
      }
    }
    return null;
  }

  /** The version of a list at this moment, without the cache. */
  async currentVersion(variant: Variant): Promise<string> {
    return (await this.#readStatus(variant)).version;
  }

  /** Identifies the data that the pages of this list are from. */
  async listVersion(variant: Variant): Promise<string> {
    const statuses = await Promise.all(sourcesOfPages[variant].map((source) => this.#status(source)));
    return statuses.map(({ version }) => version).join(' ');
  }

  async #readStatus(variant: Variant): Promise<ListStatus> {
    const { rows } = await this.pool.query<ListStatus>({
      name: 'list-status',
      text: `select total, generation, filters_generation, known, concat_ws(' ', extract(epoch from changed_at), extract(epoch from ordered_at), generation, scored_day, total) "version"
        from catalog_stats where variant = $1`,
      values: [variant],
    });
    return rows[0] ?? { total: 0, generation: null, filters_generation: null, known: {}, version: '' };
  }

  async #queryIds({ values, ...statement }: Statement): Promise<string[]> {
    const { rows } = await this.pool.query<{ _id: string }>({ ...statement, values: [...values] });
    return rows.map((row) => row._id);
  }

  async #queryPage({ values, ...statement }: Statement): Promise<PageOfIds> {
    const { rows } = await this.pool.query<{ total: number; ordered_at?: Date | null; ids: string[] }>({
      ...statement,
      values: [...values],
    });
    const [found] = rows;
    return { ids: found?.ids ?? [], total: found?.total ?? 0, total_is_exact: true, as_of: found?.ordered_at?.toISOString() ?? null };
  }
}
