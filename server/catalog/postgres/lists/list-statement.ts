import type { Pool } from 'pg';
import type { ListFilters } from '#domain/catalog/filters/applied-filters';
import type { Sort } from '#domain/catalog/orders';
import type { ListOrder } from '#server/catalog/postgres/lists/list-order';
import type { ListRowSelection } from '#server/catalog/postgres/list-rows';
import type { PhraseTerm } from '#domain/catalog/keywords/best-match';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';

/** The condition that the metrics `m` of a row are "One jump". */
export const isJumpSql = `m.jump_share > ${MAX_STEADY_SHARE}`;

/** Keywords as search terms: a row has all of `all` and, if `any` is given, at least one of it. */
export interface KeywordTerms {
  readonly all: readonly string[];
  readonly any: readonly string[] | null;
  /** The terms as they were typed, by their index in `all`; that of `any` is the length of `all`. */
  readonly phrase?: readonly PhraseTerm[];
}

/** No keywords: every row has them. */
export const noTerms: KeywordTerms = { all: [], any: null };

/** A page of a list in one order. */
export interface PageRequest {
  readonly order: ListOrder;
  readonly sort: Sort;
  readonly offset: number;
  readonly limit: number;
  readonly filters?: ListFilters | undefined;
  readonly terms?: KeywordTerms | undefined;
  /** True: without the rows whose gain is "One jump". Only with keywords. */
  readonly omitsJumps?: boolean;
  /** What to fetch of the rows if the statement that finds the page can do both. */
  readonly rows?: ListRowSelection | undefined;
}

/** The ids of a page in order, with the total of the list. */
export interface PageOfIds {
  readonly ids: readonly string[];
  readonly total: number;
  readonly as_of: string | null;
  /** The rows, if they were fetched with their ids. */
  readonly rows?: readonly { readonly _id: string }[];
}

/** A statement; prepared, if it has a name. Filters come in too many combinations for names. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The ids that a statement returns, with its total unless that is known before, and its generation if the page depends on one. */
interface FoundIds {
  readonly ids: readonly string[];
  readonly total?: number;
  readonly ordered_at?: Date | null;
  readonly generation?: number | null;
}

/** Reads the ids of a page. */
export const readIds = async (pool: Pool, statement: Statement): Promise<FoundIds | undefined> =>
  (await pool.query<FoundIds>(statement)).rows[0];

/** The page of these ids, without any if there are none. */
export const toPage = (found: FoundIds | undefined, total = 0): PageOfIds => ({
  ids: found?.ids ?? [],
  total: found?.total ?? total,
  as_of: found?.ordered_at?.toISOString() ?? null,
});
