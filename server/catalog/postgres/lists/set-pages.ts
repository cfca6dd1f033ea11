import type { Pool } from 'pg';
import { BEST_MATCH_ORDER } from '#domain/catalog/orders';
import { noTerms, type PageOfIds, type PageRequest, readIds, toPage } from '#server/catalog/postgres/lists/list-statement';
import { idsAtRanks } from '#server/catalog/postgres/lists/ranked-page-sql';
import { intersection, type RowSet } from '#server/catalog/postgres/lists/row-set';
import { GenerationChanged, type ListGeneration, RowSets } from '#server/catalog/postgres/lists/row-sets';

/** A generation of a list, and the number of its rows with a value in the order of the request. */
interface ReadList extends ListGeneration {
  readonly orderedAt: Date | null;
  readonly knownCount: number;
}

/** Finds the pages of searches with keywords or filters. Throws `GenerationChanged` if the read model is another one meanwhile. */
export class SetPages {
  readonly #rowSets: RowSets;

  constructor(private readonly pool: Pool) {
    this.#rowSets = new RowSets(pool);
  }

  find(list: ReadList, request: PageRequest): Promise<PageOfIds> {
    return request.order.name === BEST_MATCH_ORDER ? this.#findMatches(list, request) : this.#findInSets(list, request);
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
    const found = await readIds(this.pool, idsAtRanks(variant, orderKey, ranks));
    if (found?.generation !== generation) throw new GenerationChanged();
    return toPage(found, total);
  }
}
