import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import type { AppliedFilter, ListFilters } from '#domain/catalog/filters/applied-filters';
import type { Variant } from '#domain/catalog/variants';
import { momentumListOrders, equalMatchOrder } from '#server/catalog/read-model/structure';
import type { KeywordTerms, PageRequest } from '#server/catalog/postgres/lists/list-statement';
import { type Postings, rankMatches } from '#server/catalog/postgres/lists/match-ranks';
import { intersection, pageOfSortedRanks, RowSet, walkToPage } from '#server/catalog/postgres/lists/row-set';
import { decodeAscending, decodeNumbers } from '#server/catalog/read-model/varints';
import { filterRowsOf, JUMP_ARRAY, rankArrayName, scoreArrayName } from '#server/catalog/read-model/filter-columns';
import { tablesOf } from '#server/database/catalog-tables';

/** Arrays and row sets of all lists in the memory of this process. An array of a million rows takes 4 MB. */
const MAX_CACHED_BYTES = 256 * 1024 * 1024;

/** Looking up the rank of a row and sorting it costs as much as walking past this many rows of an order. */
const STEPS_PER_SORTED_ROW = 8;

/** One generation of a list's read model. */
export interface ListGeneration {
  readonly variant: Variant;
  readonly generation: number;
}

/** The read model has another generation than the caller's. */
export class GenerationChanged extends Error {}

const generationSql = (variant: Variant): string => `(select generation from catalog_stats where variant = '${variant}')`;

const noBytes = Buffer.alloc(0);
const noRows = new Int32Array();

interface ArrayRow {
  readonly generation: number | null;
  readonly numbers: Buffer | null;
}

interface PostingsRow {
  readonly generation: number | null;
  /** Null if no row has one of the terms. */
  readonly term: string | null;
  readonly total: number;
  readonly rows: Buffer;
  readonly occurrences?: Buffer;
}

type Cached = Int32Array | RowSet;

/**
 * The sets of rows that keywords and filters leave, and the arrays of the read model that they are made of, loaded when they are needed and
 * cached for as long as their generation is the current one.
 */
export class RowSets {
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

  /** Returns the rows that have keywords. */
  keywordRows(list: ListGeneration, { all, any }: KeywordTerms): Promise<RowSet> {
    return this.#cached(list, `keywords ${JSON.stringify([all, any])}`, async () => {
      const postings = await this.#postings(list, [...all, ...(any ?? [])], false);
      const rowsWith = async (terms: readonly string[]): Promise<RowSet> => {
        const rows = await this.#emptySet(list);
        for (const term of terms) addAll(rows, postings.get(term)?.rows ?? noRows);
        return rows;
      };
      const sets = await Promise.all([...all.map((term) => rowsWith([term])), ...(any ? [rowsWith(any)] : [])]);
      return intersection(sets as [RowSet, ...RowSet[]]);
    });
  }

  /** Returns the rows whose gain is "One jump". */
  jumpRows(list: ListGeneration): Promise<RowSet> {
    return this.#cached(list, 'jumps', async () => {
      const rows = await this.#emptySet(list);
      rows.addRowsInRange(await this.#array(list, JUMP_ARRAY), 1, 1);
      return rows;
    });
  }

  /** Returns the ranks, in the order of equal matches, of the rows that match keywords, the best match first. */
  matchRanks(list: ListGeneration, terms: KeywordTerms): Promise<Int32Array> {
    return this.#cached(list, `matches ${JSON.stringify(terms)}`, async () => {
      const [postings, rankOfRow] = await Promise.all([
        this.#postings(list, [...terms.all, ...(terms.any ?? [])], true),
        this.#rankOfRow(list, equalMatchOrder(list.variant).orderKey),
      ]);
      return rankMatches((term) => postings.get(term), terms, rankOfRow);
    });
  }

  /** Returns those of these ranks of an order whose rows are in a set. */
  async ranksOfRows(list: ListGeneration, orderKey: number, ranks: Int32Array, rows: RowSet): Promise<Int32Array> {
    const rowsByRank = await this.rowsByRank(list, orderKey);
    return ranks.filter((rank) => rows.has(rowsByRank[rank - 1]!));
  }

  /**
   * Returns the ranks, counted from 1, of a page of the rows of a set, which has `total` of them. The order is walked until the page is full,
   * unless it is faster to sort the few rows of the set.
   */
  async ranksOfPage(
    list: ListGeneration & { readonly knownCount: number },
    { order: { orderKey }, sort, offset, limit }: PageRequest,
    rows: RowSet,
    total: number,
  ): Promise<readonly number[]> {
    const range = { sort, knownCount: list.knownCount, offset, limit: Math.min(limit, total - offset) };
    const walkedRows = ((offset + range.limit) / total) * rows.rowCount;
    if (total * STEPS_PER_SORTED_ROW > walkedRows) return walkToPage(await this.rowsByRank(list, orderKey), rows, range);
    const rankOfRow = await this.#rankOfRow(list, orderKey);
    const ranks = new Int32Array(total);
    let count = 0;
    rows.visit((row) => (ranks[count++] = rankOfRow[row]!));
    return pageOfSortedRanks(ranks.sort(), range);
  }

  /** Returns the rank of each row in an order, counted from 1. */
  #rankOfRow(list: ListGeneration, orderKey: number): Promise<Int32Array> {
    return this.#cached(list, `ranks ${orderKey}`, async () => {
      const rowsByRank = await this.rowsByRank(list, orderKey);
      const rankOfRow = new Int32Array(rowsByRank.length);
      for (let rank = 1; rank <= rowsByRank.length; rank++) rankOfRow[rowsByRank[rank - 1]!] = rank;
      return rankOfRow;
    });
  }

  /** The posting lists of those of the terms that rows have. Only scores need the occurrences, which are as many. */
  async #postings(
    { variant, generation }: ListGeneration,
    terms: readonly string[],
    withOccurrences: boolean,
  ): Promise<ReadonlyMap<string, Postings>> {
    const { rows } = await this.pool.query<PostingsRow>({
      name: `postings-${variant}${withOccurrences ? '-occurrences' : ''}`,
      text: `select s.generation, p.term, p.total, p.rows${withOccurrences ? ', p.occurrences' : ''} from (select ${generationSql(variant)} generation) s
        left join ${tablesOf(variant).postings} p on p.term = any($1)`,
      values: [terms],
    });
    if (rows.some((row) => row.generation !== generation)) throw new GenerationChanged();
    return new Map(
      rows.flatMap(({ term, total, rows: bytes, occurrences = noBytes }) =>
        term === null
          ? []
          : [[term, { rows: decodeAscending(bytes, total), occurrences: decodeNumbers(occurrences, withOccurrences ? total : 0) }]],
      ),
    );
  }

  /** A set for the rows of a generation. Cleanups change the total of the list, but not its arrays. */
  async #emptySet(list: ListGeneration): Promise<RowSet> {
    return new RowSet((await this.rowsByRank(list, equalMatchOrder(list.variant).orderKey)).length);
  }

  #array(list: ListGeneration, name: string): Promise<Int32Array> {
    return this.#cached(list, `array ${name}`, async () => {
      const { rows } = await this.pool.query<ArrayRow>({
        name: `filter-array-${list.variant}`,
        text: `select ${generationSql(list.variant)} generation, numbers from ${tablesOf(list.variant).arrays} where name = $1 order by block`,
        values: [name],
      });
      return joinNumbers(list, rows);
    });
  }

  async #facetRows(list: ListGeneration, facet: string, texts: readonly string[]): Promise<Int32Array[]> {
    const { rows } = await this.pool.query<ArrayRow>({
      name: `filter-facet-${list.variant}`,
      text: `select s.generation, f.numbers from (select ${generationSql(list.variant)} generation) s
        left join ${tablesOf(list.variant).facets} f on f.facet = $1 and f.value = any($2)`,
      values: [facet, texts],
    });
    return rows.map((row) => joinNumbers(list, [row]));
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
  // Little-endian bytes, as every platform that Node runs on has them in memory.
  const blocks = rows.flatMap(({ numbers }) => numbers ?? []);
  const joined = new Int32Array(blocks.reduce((sum, { length }) => sum + length, 0) / Int32Array.BYTES_PER_ELEMENT);
  const bytes = new Uint8Array(joined.buffer);
  let offset = 0;
  for (const block of blocks) {
    bytes.set(block, offset);
    offset += block.length;
  }
  return joined;
}
