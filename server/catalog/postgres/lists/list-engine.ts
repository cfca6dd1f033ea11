import type { Pool } from 'pg';
import { BEST_MATCH_ORDER, type Sort } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { SECOND_MS } from '#domain/durations';
import { structureOf } from '#server/catalog/read-model/filter-columns';
import { timedCache } from '#server/cache/timed-cache';
import { knownCountKey, BLOCK_ROWS, type ListOrder } from '#server/catalog/postgres/lists/list-order';
import { noTerms, type PageOfIds, type PageRequest, type Statement } from '#server/catalog/postgres/lists/list-statement';
import { livePage } from '#server/catalog/postgres/lists/live-page-sql';
import { intersection, type RowSet } from '#server/catalog/postgres/lists/row-set';
import { GenerationChanged, RowSets } from '#server/catalog/postgres/lists/row-sets';
import type { ListRowSelection } from '#server/catalog/postgres/rows/list-rows';
import { tablesOf } from '#server/database/catalog-tables';

/**
 * Statements over the read model (see ../../read-model/README.md). Ranks count from 1 in descending order. Ascending pages read the known
 * values from their end, then the unknown ones from theirs, so that one array serves both directions.
 */

/** The ids at the ranks of `page_ranks`. Each block is fetched by its key; for a join the planner would read the whole order. */
const idsAtRanksSql = (variant: Variant, orderKey: number) => `
  select (select o.ids[((p.rank - 1) % ${BLOCK_ROWS}) + 1] from ${tablesOf(variant).order} o where o.order_key = ${orderKey} and o.block = (p.rank - 1) / ${BLOCK_ROWS})
  from page_ranks p order by p.i`;

/** The ids at these ranks of an order, with the generation that they are from. */
export const idsAtRanks = (variant: Variant, orderKey: number, ranks: readonly number[]): Statement => ({
  name: `ids-at-ranks-${variant}-${orderKey}`,
  text: `with page_ranks as materialized (select i, rank::int from unnest($1::int[]) with ordinality p(rank, i))
    select generation, ordered_at, array(${idsAtRanksSql(variant, orderKey)}) ids from catalog_stats where variant = '${variant}'`,
  values: [ranks],
});

/** The total of the list and, for ascending pages, the number of rows with a known value. */
const statsSql = (variant: Variant, { order, sort }: PageRequest) => {
  const knownCount = `coalesce((known ->> '${knownCountKey(order)}')::int, 0)`;
  return `select total, ordered_at, ${sort === 'asc' ? knownCount : '0'} known from catalog_stats where variant = '${variant}'`;
};

/** The index of row `i` in an array of `total` ranks, the first `known` of which have a value. */
const rankAtSql = (sort: Sort, knownCount: string, total: string) =>
  sort === 'desc' ? 'i + 1' : `case when i < ${knownCount} then ${knownCount} - i else ${total} - (i - ${knownCount}) end`;

/** The ids of a page of consecutive ranks: each of its one or two blocks is read once, not once per row. */
const consecutiveIdsSql = (variant: Variant, order: ListOrder) => `
  select unnest((select o.ids[greatest($2 - b * ${BLOCK_ROWS}, 0) + 1 : least($2 + $1 - b * ${BLOCK_ROWS}, ${BLOCK_ROWS})]
    from ${tablesOf(variant).order} o where o.order_key = ${order.orderKey} and o.block = b))
  from generate_series($2::int / ${BLOCK_ROWS}, (least($2 + $1, s.total) - 1) / ${BLOCK_ROWS}) b`;

/** The rows of `page`, with its total in each; only the total if there are none. One statement instead of two: a round trip costs more than either. */
const rankedRowsSql = (variant: Variant, { columns }: ListRowSelection) => {
  const { text, metrics } = tablesOf(variant);
  return `select page.total, page.ordered_at, r.* from page left join lateral (
    select ${columns}, p.place from unnest(page.ids) with ordinality p(_id, place) join ${text} t on t._id = p._id join ${metrics} m on m._id = p._id
  ) r on true order by r.place`;
};

/** Ids and total of a page without keywords and filters, or its rows and total. Its cost does not depend on the page number. */
export function rankedPage(variant: Variant, request: PageRequest): Statement {
  const { order, sort, offset, limit, rows } = request;
  const name = `ranked-${variant}-${order.orderKey}-${sort}${rows ? `-${rows.name}` : ''}`;
  const ranks = `,
    page_ranks as (select i, ${rankAtSql(sort, 's.known', 's.total')} rank from s, generate_series($2::int, least($2 + $1, s.total) - 1) i)`;
  const [pageRanks, ids] = sort === 'desc' ? ['', consecutiveIdsSql(variant, order)] : [ranks, idsAtRanksSql(variant, order.orderKey)];
  // Materialized: a plan that depended on the total would be planned again for each page.
  const text = `with s as materialized (${statsSql(variant, request)})${pageRanks},
    page as materialized (select s.total, s.ordered_at, array(${ids}) ids from s)
    ${rows ? rankedRowsSql(variant, rows) : 'select total, ordered_at, ids from page'}`;
  return { name, text, values: [limit, offset] };
}

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
    return toPage(await this.#read(livePage(variant, request)));
  }

  async #findIn({ generation, known, total, ordered_at }: ListStatus, variant: Variant, request: PageRequest): Promise<PageOfIds> {
    const { order, terms, filters } = request;
    // An owner or a board has few rows, which an index finds.
    if (generation === null || filters?.applied.some(({ kind }) => kind === 'id'))
      return toPage(await this.#read(livePage(variant, request)), total);
    if (!terms && !filters)
      return request.rows ? this.#readRows(rankedPage(variant, request)) : toPage(await this.#read(rankedPage(variant, request)));
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
      ...(terms ? [this.#rowSets.keywordRows(list, terms, omitsJumps === true)] : []),
    ]);
    return intersection(sets as [RowSet, ...RowSet[]]);
  }

  async #pageAt(
    { variant, generation, orderedAt }: ReadList,
    orderKey: number,
    ranks: readonly number[],
    total: number,
  ): Promise<PageOfIds> {
    // Nothing to look up; most searches for a prefix or with a typo begin with it.
    if (total === 0) return toPage({ ids: [], total, ordered_at: orderedAt });
    const found = await this.#read(idsAtRanks(variant, orderKey, ranks));
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
      values: [variant, structureOf(variant)],
    });
    return rows[0] ?? { total: 0, ordered_at: null, generation: null, known: {}, version: '' };
  }

  async #readRows({ values, ...statement }: Statement): Promise<PageOfIds> {
    const { rows } = await this.pool.query<RankedRow>({ ...statement, values: [...values] });
    const found = rows.filter((row): row is RankedRow & { readonly _id: string } => row._id !== null);
    const page = toPage({ ids: found.map(({ _id }) => _id), total: rows[0]?.total ?? 0, ordered_at: rows[0]?.ordered_at ?? null });
    return { ...page, rows: found };
  }

  async #read({ values, ...statement }: Statement): Promise<PageOfStatement | undefined> {
    return (await this.pool.query<PageOfStatement>({ ...statement, values: [...values] })).rows[0];
  }
}

/** What a statement returns: its total unless that is known before, and its generation if the page depends on one. */
interface PageOfStatement {
  readonly ids: string[];
  readonly total?: number;
  readonly ordered_at?: Date | null;
  readonly generation?: number | null;
}

/** A row of a page, with what is of the page in each. */
interface RankedRow {
  readonly _id: string | null;
  readonly total: number;
  readonly ordered_at: Date | null;
}

const toPage = (found: PageOfStatement | undefined, total = 0): PageOfIds => ({
  ids: found?.ids ?? [],
  total: found?.total ?? total,
  as_of: found?.ordered_at?.toISOString() ?? null,
});

/** A generation of a list, and the number of its rows with a value in the order of the request. */
interface ReadList {
  readonly variant: Variant;
  readonly generation: number;
  readonly orderedAt: Date | null;
  readonly knownCount: number;
}
