import { LRUCache } from 'lru-cache';
import type { Pool, QueryResultRow } from 'pg';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import type { AppliedFilter } from '#domain/catalog/filters/filters';
import { BEST_MATCH_ORDER, type Variant } from '#domain/catalog/variants';
import type { ListFilters } from '#server/catalog/postgres/filter-sql';
import { decodePostings, type Postings, rankMatches } from '#server/catalog/postgres/matches/match-ranks';
import { RowSet } from '#server/catalog/postgres/filtered/row-set';
import { columnListOrders, type ListOrder, momentumListOrders, resolveListOrder } from '#server/catalog/postgres/list-order';
import type { KeywordTerms, Statement } from '#server/catalog/postgres/list-statement';
import { matchingRanksSql } from '#server/catalog/postgres/ranked-page-sql';
import { filterRowsOf, rankArrayName, scoreArrayName } from '#server/catalog/read-model/filter-columns';
import { tablesOf } from '#server/database/catalog-tables';
import { visitIntegerArray } from '#server/database/copy/integer-array';

/** Arrays and row sets of all lists in the memory of this process. An array of a million rows takes 4 MB. */
const MAX_CACHED_BYTES = 256 * 1024 * 1024;

/** One generation of a list's read model. */
export interface ListGeneration {
  readonly variant: Variant;
  readonly generation: number;
}

/** The read model has another generation than the caller's, or one without what the caller needs. */
export class GenerationChanged extends Error {}

/** The generation of a list whose arrays are of this generation too; a previous version of the server builds none. */
export const generationSql = (variant: Variant): string =>
  `(select generation from catalog_stats where variant = '${variant}' and filters_generation = generation)`;

interface ArrayRow extends QueryResultRow {
  readonly generation: number | null;
  readonly numbers: Buffer | null;
}

interface PostingsRow extends QueryResultRow {
  readonly generation: number | null;
  /** Null if no row has one of the terms. */
  readonly term: string | null;
  readonly ranks: Buffer;
  readonly occurrences: Buffer;
}

/** The order whose posting lists keywords are looked up in. */
const firstOrder = (variant: Variant): ListOrder => columnListOrders(variant)[0]!;

type Cached = Int32Array | RowSet;

/**
 * The arrays of the read model that filters need, and the sets of rows that they make, loaded when they are needed and cached for as long
 * as their generation is the current one.
 */
export class ListArrays {
  readonly #cache = new LRUCache<string, Cached, () => Promise<Cached>>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (cached) => Math.max(1, cached instanceof RowSet ? cached.words.byteLength : cached.byteLength),
    fetchMethod: (_key, _stale, { context }) => context(),
    ignoreFetchAbort: true,
  });
  readonly #newestGenerations = new Map<Variant, number>();

  constructor(private readonly pool: Pool) {}

  /** Returns the row at each rank of an order, counted from 0. */
  rowsByRank(list: ListGeneration, orderKey: number): Promise<Int32Array> {
    return this.#array(list, rankArrayName(orderKey));
  }

  /** Returns the rows that match a filter. */
  matchingRows(list: ListGeneration, applied: AppliedFilter, { today, scoreColumn }: ListFilters): Promise<RowSet> {
    const wanted = filterRowsOf(applied, today);
    if (!wanted) throw new Error(`${applied.name} is not in the read model`);
    const depends = applied.kind === 'days' ? `${applied.filter.reads} ${today}` : scoreColumn;
    const key = `${applied.name}=${formatFilterValue(applied.value)} ${depends}`;
    return this.#cached(list, `rows ${key}`, async () => {
      const rows = await this.#emptySet(list);
      if ('facet' in wanted) for (const one of await this.#facetRows(list, wanted.facet, wanted.texts)) addAll(rows, one);
      else if ('array' in wanted) {
        const values = await this.#array(list, wanted.array);
        for (const [min, max] of wanted.ranges) rows.addRowsInRange(values, min, max);
      } else {
        const counts = await this.#array(list, scoreArrayName(scoreColumn));
        const order = momentumListOrders(list.variant)[scoreColumn]!;
        rows.addRanks(await this.rowsByRank(list, order.orderKey), counts[wanted.maxTenths + 1] ?? 0, counts[wanted.minTenths]!);
      }
      return rows;
    });
  }

  /** Returns the rows that match keywords. */
  keywordRows(list: ListGeneration, terms: KeywordTerms): Promise<RowSet> {
    return this.#cached(list, `terms ${JSON.stringify(terms)}`, async () => {
      const order = firstOrder(list.variant);
      const rowsByRank = await this.rowsByRank(list, order.orderKey);
      const [found] = await this.#query<{ generation: number | null; ranks: Buffer }>({
        name: `filter-keywords-${list.variant}-${terms.all.length}${terms.any ? 'o' : ''}`,
        text: `select ${generationSql(list.variant)} generation, array_send(${matchingRanksSql(list.variant, order.postingColumn ?? '', terms, 1)}) ranks`,
        values: [...terms.all, ...(terms.any ? [terms.any] : [])],
      });
      if (found?.generation !== list.generation) throw new GenerationChanged();
      const rows = new RowSet(rowsByRank.length);
      visitIntegerArray(found.ranks, (rank) => rows.add(rowsByRank[rank! - 1]!));
      return rows;
    });
  }

  /** Returns the ranks, in the order of equal matches, of the rows that match keywords, the best match first. */
  matchRanks(list: ListGeneration, terms: KeywordTerms): Promise<Int32Array> {
    return this.#cached(list, `matches ${JSON.stringify(terms)}`, async () => {
      const { postings } = tablesOf(list.variant);
      const { postingColumn } = resolveListOrder(list.variant, BEST_MATCH_ORDER);
      const rows = await this.#query<PostingsRow>({
        name: `match-postings-${list.variant}`,
        text: `select s.generation, p.term, array_send(p.${postingColumn}) ranks, p.occurrences from (select ${generationSql(list.variant)} generation) s
          left join ${postings} p on p.term = any($1)`,
        values: [[...terms.all, ...(terms.any ?? [])]],
      });
      if (rows.some(({ generation }) => generation !== list.generation)) throw new GenerationChanged();
      const postingsByTerm = new Map<string, Postings>();
      for (const { term, ranks, occurrences } of rows) {
        if (term === null) continue;
        const decoded = decodePostings(ranks, occurrences);
        if (!decoded) throw new GenerationChanged();
        postingsByTerm.set(term, decoded);
      }
      return rankMatches((term) => postingsByTerm.get(term), terms);
    });
  }

  /** A set for the rows of a generation. Cleanups change the total of the list, but not its arrays. */
  async #emptySet(list: ListGeneration): Promise<RowSet> {
    return new RowSet((await this.rowsByRank(list, firstOrder(list.variant).orderKey)).length);
  }

  #array(list: ListGeneration, name: string): Promise<Int32Array> {
    return this.#cached(list, `array ${name}`, async () => {
      const rows = await this.#query<ArrayRow>({
        name: `filter-array-${list.variant}`,
        text: `select ${generationSql(list.variant)} generation, numbers from ${tablesOf(list.variant).arrays} where name = $1 order by block`,
        values: [name],
      });
      return joinNumbers(list, rows);
    });
  }

  async #facetRows(list: ListGeneration, facet: string, texts: readonly string[]): Promise<Int32Array[]> {
    const rows = await this.#query<ArrayRow>({
      name: `filter-facet-${list.variant}`,
      text: `select s.generation, f.numbers from (select ${generationSql(list.variant)} generation) s
        left join ${tablesOf(list.variant).facets} f on f.facet = $1 and f.value = any($2)`,
      values: [facet, texts],
    });
    return rows.map((row) => joinNumbers(list, [row]));
  }

  async #query<R extends QueryResultRow>({ values, ...statement }: Statement): Promise<R[]> {
    return (await this.pool.query<R>({ ...statement, values: [...values] })).rows;
  }

  #cached<T extends Cached>(list: ListGeneration, key: string, load: () => Promise<T>): Promise<T> {
    this.#evictOlder(list);
    return this.#cache.forceFetch(`${list.variant} ${list.generation} ${key}`, { context: load }) as Promise<T>;
  }

  #evictOlder({ variant, generation }: ListGeneration): void {
    if ((this.#newestGenerations.get(variant) ?? 0) >= generation) return;
    this.#newestGenerations.set(variant, generation);
    for (const key of this.#cache.keys()) if (key.startsWith(`${variant} `)) this.#cache.delete(key);
  }
}

function addAll(rows: RowSet, numbers: Int32Array): void {
  for (const row of numbers) rows.add(row);
}

/** Joins the blocks of an array. */
function joinNumbers(list: ListGeneration, rows: readonly ArrayRow[]): Int32Array {
  if (rows.length === 0 || rows.some(({ generation }) => generation !== list.generation)) throw new GenerationChanged();
  const byteLength = rows.reduce((sum, { numbers }) => sum + (numbers?.length ?? 0), 0);
  const joined = new Int32Array(byteLength / Int32Array.BYTES_PER_ELEMENT);
  const bytes = new Uint8Array(joined.buffer);
  let offset = 0;
  for (const { numbers } of rows) {
    if (!numbers) continue;
    bytes.set(numbers, offset);
    offset += numbers.length;
  }
  return joined;
}
