import type { Pool } from 'pg';
import type { CatalogPage, ListRow } from '#domain/catalog/catalog';
import type { RowExtra } from '#domain/catalog/contract';
import { type KnownTerm, closestTerm, typoCandidates } from '#domain/catalog/keywords/fuzzy-match';
import { phraseOf, type QueryTerms, queryTerms, termsToWords } from '#domain/catalog/keywords/search-terms';
import { stem } from '#domain/catalog/keywords/words';
import { snippetOf } from '#domain/catalog/keywords/snippet';
import type { KeywordMatch } from '#domain/catalog/list-contract';
import type { Variant } from '#domain/catalog/variants';
import type { KeywordTerms, PageOfIds } from '#server/catalog/postgres/lists/list-statement';
import type { FetchedRow, SearchedTexts } from '#server/catalog/postgres/list-rows';
import { tablesOf } from '#server/database/catalog-tables';

/** A page of a search, and how it was found. */
export interface FoundPage {
  readonly page: PageOfIds;
  /** How the keywords matched; null if the search has none, or none with a term. */
  readonly how: KeywordMatch['how'] | null;
  /** The terms that the rows have; absent without a term. */
  readonly terms?: KeywordTerms;
  /** For a fuzzy match: the terms that were searched for instead. */
  readonly correctedTerms?: readonly string[];
}

type Alternative = Pick<FoundPage, 'correctedTerms'> & { readonly terms: KeywordTerms };

const emptyPage: PageOfIds = { ids: [], total: 0, as_of: null };

/** Alternatives to the terms as typed, in the order in which they are searched for. */
const alternatives = [
  { how: 'beginning', find: findPrefixMatches },
  { how: 'nearest', find: findFuzzyMatches },
] as const;

/**
 * Finds a page for keywords: as typed, else with the last word as a prefix, else with typos corrected. The first with rows wins, or with
 * matches that the page leaves out.
 */
export async function searchKeywords(
  pool: Pool,
  variant: Variant,
  query: string,
  findPage: (terms: KeywordTerms) => Promise<PageOfIds>,
  hasMatches: (terms: KeywordTerms) => Promise<boolean>,
): Promise<FoundPage> {
  const parsed = queryTerms(query);
  if (parsed.terms.length === 0) return { page: emptyPage, how: null };
  const exactTerms = { all: parsed.terms, any: null, phrase: phraseOf(parsed.typedTerms, (term) => parsed.terms.indexOf(term)) };
  const exactPage = await findPage(exactTerms);
  if (exactPage.total > 0 || (await hasMatches(exactTerms))) return { page: exactPage, how: 'whole', terms: exactTerms };
  for (const { how, find } of alternatives) {
    const alternative = await find(pool, variant, parsed);
    if (!alternative) continue;
    const { terms, ...rest } = alternative;
    const page = await findPage(terms);
    if (page.total > 0 || (await hasMatches(terms))) return { page, how, terms, ...rest };
  }
  return { page: exactPage, how: 'whole', terms: exactTerms };
}

const wantsSnippet = (extras: readonly RowExtra[] | undefined): boolean => extras?.includes('snippet') === true;

/** Whether the rows of a page are needed with their searched texts: for snippets, and for the words that were searched for instead. */
export const readsTexts = ({ terms, correctedTerms }: FoundPage, extras: readonly RowExtra[] | undefined): boolean =>
  correctedTerms !== undefined || (terms !== undefined && wantsSnippet(extras));

/** The rows of a search for keywords, as they were `fetched`, with snippets if they are asked for, and how its keywords matched. */
export function withMatches<V extends Variant>(
  query: string,
  { how, terms, correctedTerms }: FoundPage,
  { rows, fetched }: { readonly rows: readonly ListRow[V][]; readonly fetched: readonly FetchedRow<V>[] },
  extras: readonly RowExtra[] | undefined,
): Pick<CatalogPage<V>, 'rows' | 'match'> {
  if (how === null || !terms) return { rows };
  const withSnippet = (row: ListRow[V], index: number): ListRow[V] => {
    const fields = fetched[index]?.texts;
    return fields ? { ...row, snippet: snippetOf({ title: row.title, fields }, terms) } : row;
  };
  const searchedFor = correctedTerms ? wordsOf(correctedTerms, rows[0]?.title, fetched[0]?.texts).join(' ') : query.trim();
  return { rows: wantsSnippet(extras) ? rows.map(withSnippet) : rows, match: { how, searched_for: searchedFor } };
}

/** The words of a row that have these terms. */
function wordsOf(terms: readonly string[], title: string | undefined, texts: SearchedTexts | undefined): string[] {
  const { description = [], owner = [], topics = [], searches = [] } = texts ?? {};
  return termsToWords(terms, [title, ...description, ...owner, ...topics, ...searches]);
}

/** How many terms, the most frequent first, a prefix stands for: a short prefix has thousands of terms, few of them meant. */
const maxPrefixMatches = (length: number): number => [0, 5, 15][length] ?? 50;

/**
 * A parameter whose value the planner does not see. From the value it would expect fewer rows, and therefore plan the statement again for
 * each search, which takes as long as running it.
 */
const hidden = (parameter: string): string => `(select ${parameter})`;

/** Terms from `$1` up to `$2`; prefixes of one or two characters have indexes of their own. */
const prefixCondition = (length: number): string =>
  length === 1 || length === 2
    ? `left(term, ${length}) = $1 and $2::text > ''`
    : `term >= ${hidden('$1::text')} and term < ${hidden('$2::text')}`;

/** The last word as a prefix; null if no term has it. */
export async function findPrefixMatches(
  pool: Pool,
  variant: Variant,
  { lastWord, termsBeforeLast, typedTerms }: QueryTerms,
): Promise<Alternative | null> {
  if (lastWord === null) return null;
  const length = Array.from(lastWord).length;
  const { rows } = await pool.query<KnownTerm>({
    name: `prefix-terms-${variant}-${Math.min(length, 3)}`,
    text: `select term, total from ${tablesOf(variant).words} where ${prefixCondition(length)} order by total desc, term limit $3`,
    // The second one sorts after every term with the prefix.
    values: [lastWord, `${lastWord}\u{10ffff}`, maxPrefixMatches(length)],
  });
  if (rows.length === 0) return null;
  const lastIndex = typedTerms.length - 1;
  const phrase = phraseOf(typedTerms, (term, index) => (index === lastIndex ? termsBeforeLast.length : termsBeforeLast.indexOf(term)));
  return { terms: { all: termsBeforeLast, any: rows.map(({ term }) => term), phrase } };
}

/** Which of the terms `$1` are known, and for the unknown ones of `$2` the most similar known terms and the known ones among the typo candidates `$3`. */
const fuzzyTermsSql = (termTable: string) => `
  with known as materialized (select term, total from ${termTable} where term = any(${hidden('$1::text[]')}::text[]))
  select term, total, true is_known from known
  union all select near.term, near.total, false from unnest(${hidden('$2::text[]')}) word cross join lateral
    (select term, total from ${termTable} where term % word order by similarity(term, word) desc, total desc limit 40) near
    where word not in (select term from known)
  union all select term, total, false from ${termTable} where term = any(${hidden('$3::text[]')}::text[])`;

/** Every unknown term replaced by the closest known one; null if one has none, or all are known. */
async function findFuzzyMatches(pool: Pool, variant: Variant, { terms, spacedWords, typedTerms }: QueryTerms): Promise<Alternative | null> {
  const words = spacedWords.map(({ term }) => term);
  const typoTerms = spacedWords.map(({ text, term }) => new Set([...typoCandidates(term), ...typoCandidates(text).map(stem)]));
  const { rows } = await pool.query<KnownTerm & { readonly is_known: boolean }>({
    name: `fuzzy-terms-${variant}`,
    text: fuzzyTermsSql(tablesOf(variant).words),
    values: [terms, words, typoTerms.flatMap((found) => [...found])],
  });
  const knownTerms = new Set(rows.filter((row) => row.is_known).map(({ term }) => term));
  const unknownTerms = new Set(terms.filter((term) => !knownTerms.has(term)));
  const candidates = rows.filter((row) => !row.is_known);
  const corrections = new Map<string, string>();
  for (const [index, term] of words.entries()) {
    const match = unknownTerms.has(term) ? closestTerm(term, candidates, typoTerms[index]) : null;
    if (match) corrections.set(term, match.term);
  }
  if (unknownTerms.size === 0 || corrections.size < unknownTerms.size) return null;
  const correct = (term: string): string => corrections.get(term) ?? term;
  const all = [...new Set(terms.map(correct))];
  const phrase = phraseOf(typedTerms, (term) => all.indexOf(correct(term)));
  return { terms: { all, any: null, phrase }, correctedTerms: words.map(correct) };
}
