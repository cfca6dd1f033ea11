import type { Pool } from 'pg';
import type { ListFilters } from '#server/catalog/postgres/filter-sql';
import { GenerationChanged, generationSql, ListArrays, type ListGeneration } from '#server/catalog/postgres/filtered/list-arrays';
import { intersection, ranksOfPage, type RowSet } from '#server/catalog/postgres/filtered/row-set';
import type { KeywordTerms, PageOfIds, PageRequest } from '#server/catalog/postgres/list-statement';
import { idsAtRanksSql } from '#server/catalog/postgres/ranked-page-sql';

/** Pages of filtered lists from the read model: the matching rows as a set, then the first of them in the order. */
export class FilteredPages {
  readonly #arrays: ListArrays;

  constructor(private readonly pool: Pool) {
    this.#arrays = new ListArrays(pool);
  }

  /** Can these filters be answered from the read model? An owner or a board has few rows, which an index finds. */
  static serves({ applied }: ListFilters): boolean {
    return applied.every(({ kind }) => kind !== 'id');
  }

  /** Returns a page of a generation by best match, with filters if there are any. Throws `GenerationChanged` like `find`. */
  async findMatches(
    list: ListGeneration,
    { order, offset, limit }: PageRequest,
    filters: ListFilters | undefined,
    terms: KeywordTerms,
  ): Promise<PageOfIds> {
    let ranks = await this.#arrays.matchRanks(list, terms);
    if (filters) {
      const sets = await Promise.all(filters.applied.map((applied) => this.#arrays.matchingRows(list, applied, filters)));
      const rows = intersection(sets as [RowSet, ...RowSet[]]);
      const rowsByRank = await this.#arrays.rowsByRank(list, order.orderKey);
      ranks = ranks.filter((rank) => rows.has(rowsByRank[rank - 1]!));
    }
    const page = [...ranks.subarray(offset, offset + limit)];
    return { ...(await this.#idsAtRanks(list, order.orderKey, page)), total: ranks.length, total_is_exact: true };
  }

  /** Returns a page of a generation. Throws `GenerationChanged` if the read model has another one. */
  async find(
    list: ListGeneration,
    knownCount: number,
    { order, sort, offset, limit }: PageRequest,
    filters: ListFilters,
    terms: KeywordTerms | null,
  ): Promise<PageOfIds> {
    const sets = await Promise.all([
      ...filters.applied.map((applied) => this.#arrays.matchingRows(list, applied, filters)),
      ...(terms ? [this.#arrays.keywordRows(list, terms)] : []),
    ]);
    const rows = intersection(sets as [RowSet, ...RowSet[]]);
    const total = rows.count();
    const rowsByRank = total > offset ? await this.#arrays.rowsByRank(list, order.orderKey) : new Int32Array();
    const ranks = ranksOfPage(rowsByRank, rows, { sort, knownCount, offset, limit: Math.min(limit, total - offset) });
    return { ...(await this.#idsAtRanks(list, order.orderKey, ranks)), total, total_is_exact: true };
  }

  async #idsAtRanks(list: ListGeneration, orderKey: number, ranks: readonly number[]): Promise<Pick<PageOfIds, 'ids' | 'as_of'>> {
    const { rows } = await this.pool.query<{ generation: number | null; ordered_at: Date | null; ids: string[] }>({
      name: `filtered-ids-${list.variant}-${orderKey}`,
      text: `with page_ranks as materialized (select i, rank::int from unnest($1::int[]) with ordinality p(rank, i))
        select ${generationSql(list.variant)} generation, ordered_at, array(${idsAtRanksSql(list.variant, orderKey)}) ids
        from catalog_stats where variant = '${list.variant}'`,
      values: [ranks],
    });
    const [found] = rows;
    if (found?.generation !== list.generation) throw new GenerationChanged();
    return { ids: found.ids, as_of: found.ordered_at?.toISOString() ?? null };
  }
}
