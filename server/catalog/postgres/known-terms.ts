import type { Pool } from 'pg';
import { type KnownTerm, closestTerm, typoCandidates } from '#domain/catalog/fuzzy-match';
import type { QueryTerms } from '#domain/catalog/search-terms';
import type { Variant } from '#domain/catalog/variants';
import type { KeywordTerms } from '#server/catalog/postgres/live-page-sql';
import { tablesOf } from '#server/database/catalog-tables';

/** How many terms, the most frequent ones, a beginning may stand for: a few letters begin thousands of words and mean none of them. */
const maxPrefixMatches = (length: number): number => [0, 5, 15][length] ?? 50;

/** No term that begins so comes after it. */
const prefixUpperBound = (prefix: string): string => `${prefix}\u{10ffff}`;

/** What begins with `$1`, that is, comes before `$2`; for one or two letters there are indexes of their own. */
const prefixCondition = (length: number): string =>
  length === 1 || length === 2 ? `left(term, ${length}) = $1 and $2::text > ''` : 'term >= $1 and term < $2';

/** The last word taken as a beginning; null when no known word begins so. */
export async function findPrefixMatches(
  pool: Pool,
  variant: Variant,
  { lastWord: last, termsBeforeLast: before }: QueryTerms,
): Promise<KeywordTerms | null> {
  if (last === null) return null;
  const length = Array.from(last).length;
  const { rows } = await pool.query<KnownTerm>({
    name: `begin-${variant}-${Math.min(length, 3)}`,
    text: `select term, total from ${tablesOf(variant).words} where ${prefixCondition(length)} order by total desc, term limit $3`,
    values: [last, prefixUpperBound(last), maxPrefixMatches(length)],
  });
  const [mostFrequent] = rows;
  return mostFrequent ? { all: before, any: rows.map(({ term }) => term), anyMaxRows: mostFrequent.total } : null;
}

interface CorrectedQuery {
  readonly terms: KeywordTerms;
  readonly words: readonly string[];
}

/** Which of the terms `$1` are known, and known words that are like the unknown ones of the words `$2`, or slips `$3` of those. */
const fuzzyMatchSql = (termTable: string) => `
  with known as materialized (select term, total from ${termTable} where term = any($1))
  select term, total, true is_known from known
  union all select near.term, near.total, false from unnest($2::text[]) word cross join lateral
    (select term, total from ${termTable} where term % word order by similarity(term, word) desc, total desc limit 40) near
    where word not in (select term from known)
  union all select term, total, false from ${termTable} where term = any($3)`;

/** Every unknown word replaced by the nearest known one; null when one has none near, or all are known. */
export async function findFuzzyMatches(
  pool: Pool,
  variant: Variant,
  { terms, spacedWords: words }: QueryTerms,
): Promise<CorrectedQuery | null> {
  const typedTerms = words.map(({ term }) => term);
  const { rows } = await pool.query<KnownTerm & { readonly is_known: boolean }>({
    name: `alike-${variant}`,
    text: fuzzyMatchSql(tablesOf(variant).words),
    values: [terms, typedTerms, typedTerms.flatMap(typoCandidates)],
  });
  const knownTerms = new Set(rows.filter((row) => row.is_known).map(({ term }) => term));
  const unknownTerms = new Set(terms.filter((term) => !knownTerms.has(term)));
  const candidates = rows.filter((row) => !row.is_known);
  const corrections = new Map<string, string>();
  for (const term of typedTerms) {
    const match = unknownTerms.has(term) ? closestTerm(term, candidates) : null;
    if (match) corrections.set(term, match.term);
  }
  if (unknownTerms.size === 0 || corrections.size < unknownTerms.size) return null;
  const correctedTerms = [...new Set(terms.map((term) => corrections.get(term) ?? term))];
  return { terms: { all: correctedTerms, any: null }, words: typedTerms.map((term) => corrections.get(term) ?? term) };
}
