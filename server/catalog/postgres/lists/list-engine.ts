import type { Pool } from 'pg';
import { BEST_MATCH_ORDER } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { SECOND_MS } from '#domain/durations';
import { timedCache } from '#server/cache/timed-cache';
import { knownCountKey } from '#server/catalog/postgres/lists/list-order';
import { noTerms, type PageOfIds, type PageRequest, readIds, type Statement, toPage } from '#server/catalog/postgres/lists/list-statement';
import { livePage } from '#server/catalog/postgres/lists/live-page-sql';
import { idsAtRanks, rankedPage } from '#server/catalog/postgres/lists/ranked-page-sql';
import { difference, intersection, type RowSet } from '#server/catalog/postgres/lists/row-set';
import { GenerationChanged, type ListGeneration, RowSets } from '#server/catalog/postgres/lists/row-sets';
import { structureOf } from '#server/catalog/read-model/structure';

interface ListStatus {
  readonly total: number;
  readonly ordered_at: Date | null;
  /** The generation of the read model; null without one, or if its structure is another than this server reads. */
  readonly generation: number | null;
  /** The number of rows with a value, by order. */
  readonly known: Readonly<Record<string, number>>;
  /** Changes with every import, recompute, and refresh. */
  readonly version: string;
}

/** A generation of a list, and the number of its rows with a value in the order of the request. */
interface ReadList extends ListGeneration {
  readonly orderedAt: Date | null;
  readonly knownCount: number;
}

/** The lists whose data the pages of a list show: boards without a cover have pictures of pins. */
const sourcesOfPages: Readonly<Record<Variant, readonly Variant[]>> = { boards: ['boards', 'pins'], pinners: ['pinners'], pins: ['pins'] };

/** How long a list's row of catalog_stats is cached: every process sees a new generation within this time. */
const STATUS_TTL_MS = SECOND_MS;

/** The read model may change while a page is read from it. */
const MAX_ATTEMPTS = 3;

/**
 * Finds the ids of list pages, in one of four ways:
 *
 * | Way        | Request                                     | Reads                                                     |
 * | ---------- | ------------------------------------------- | --------------------------------------------------------- |
 * | live       | a list without a read model; owner or board | the tables, by their indexes                              |
 * | ranked     | neither keywords nor filters                | the ids of consecutive ranks                              |
 * | best match | keywords, the best match first              | posting lists, scored in memory, and the ids of the page  |
 * | row sets   | keywords or filters, any other order        | row sets and the order in memory, and the ids of the page |
 */
export class ListEngine {
  readonly #rowSets: RowSets;
  readonly #status = timedCache(STATUS_TTL_MS, (variant: Variant) => this.#readStatus(variant));

  constructor(private readonly pool: Pool) {
    this.#rowSets = new RowSets(pool);
  }

  async findPage(variant: Variant, request: PageRequest): Promise<PageOfIds> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const list = await (attempt === 1 ? this.#status(variant) : this.#readStatus(variant));
      try {
        return await this.#findIn(list, variant, request);
      } catch (error) {
        if (!(error instanceof GenerationChanged)) throw error;
      }
    }
    return toPage(await readIds(this.pool, livePage(variant, request)));
  }

  async #findIn({ generation, known, total, ordered_at }: ListStatus, variant: Variant, request: PageRequest): Promise<PageOfIds> {
    const { order, terms, filters } = request;
    // An owner or a board has few rows, which an index finds.
    if (generation === null || filters?.applied.some(({ kind }) => kind === 'id'))
      return toPage(await readIds(this.pool, livePage(variant, request)), total);
    if (!terms && !filters)
      return request.rows ? this.#readRows(rankedPage(variant, request)) : toPage(await readIds(this.pool, rankedPage(variant, request)));
    const list = { variant, generation, orderedAt: ordered_at, knownCount: known[knownCountKey(order)] ?? 0 };
    return order.name === BEST_MATCH_ORDER ? this.#findMatches(list, request) : this.#findInSets(list, request);
  }

  async #findMatches(list: ReadList, { order, offset, limit, filters, terms = noTerms }: PageRequest): Promise<PageOfIds> {
    const matches = await this.#rowSets.matchRanks(list, terms);
    const ranks = filters ? await this.#rowSets.ranksOfRows(list, order.orderKey, matches, await this.#rowsOf(list, { filters })) : matches;
    return this.#pageAt(list, order.orderKey, [...ranks.subarray(offset, offset + limit)], ranks.length);
  }

  async #findInSets(list: ReadList, request: PageRequest): Promise<PageOfIds> {
    const rows = await this.#rowsOf(list, request);
    const total = rows.count();
    const ranks = total > request.offset ? await this.#rowSets.ranksOfPage(list, request, rows, total) : [];
    return this.#pageAt(list, request.order.orderKey, ranks, total);
  }

  /** The rows that have the keywords and pass the filters; there are some of either. */
  async #rowsOf(list: ReadList, { terms, filters, omitsJumps }: Pick<PageRequest, 'terms' | 'filters' | 'omitsJumps'>): Promise<RowSet> {
    const sets = await Promise.all([
      ...(filters?.applied.map((applied) => this.#rowSets.matchingRows(list, applied, filters)) ?? []),
      ...(terms ? [this.#rowSets.keywordRows(list, terms)] : []),
    ]);
    const rows = intersection(sets as [RowSet, ...RowSet[]]);
    return omitsJumps ? difference(rows, await this.#rowSets.jumpRows(list)) : rows;
  }

  async #pageAt(
    { variant, generation, orderedAt }: ReadList,
    orderKey: number,
    ranks: readonly number[],
    total: number,
  ): Promise<PageOfIds> {
    // Nothing to look up; most searches for a prefix or with a typo begin with it.
    if (total === 0) return toPage({ ids: [], total, ordered_at: orderedAt });
    const found = await readIds(this.pool, idsAtRanks(variant, orderKey, ranks));
    if (found?.generation !== generation) throw new GenerationChanged();
    return toPage(found, total);
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
      text: `select total, ordered_at, case when structure = $2 then generation end generation, known, concat_ws(' ', extract(epoch from changed_at), extract(epoch from ordered_at), generation, scored_day, total) "version"
        from catalog_stats where variant = $1`,
      values: [variant, structureOf[variant]],
    });
    return rows[0] ?? { total: 0, ordered_at: null, generation: null, known: {}, version: '' };
  }

  async #readRows(statement: Statement): Promise<PageOfIds> {
    const { rows } = await this.pool.query<RankedRow>(statement);
    const found = rows.filter((row): row is RankedRow & { readonly _id: string } => row._id !== null);
    const page = toPage({ ids: found.map(({ _id }) => _id), total: rows[0]?.total ?? 0, ordered_at: rows[0]?.ordered_at ?? null });
    return { ...page, rows: found };
  }
}

/** A row of a page, with what is of the page in each. */
interface RankedRow {
  readonly _id: string | null;
  readonly total: number;
  readonly ordered_at: Date | null;
}
