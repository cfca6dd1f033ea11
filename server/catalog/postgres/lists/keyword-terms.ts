import type { PhraseTerm } from '#domain/catalog/keywords/best-match';
import { MAX_STEADY_SHARE } from '#domain/catalog/momentum';

/** The term in the inverted index that the rows with "One jump" have. No search finds it, because it is not a word. */
export const JUMP_TERM = '^';

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
