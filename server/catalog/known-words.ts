import type { Pool } from 'pg';
import { type KnownWord, nearestWord, slips } from '#domain/catalog/nearest';
import type { QueryTerms } from '#domain/catalog/terms';
import type { Variant } from '#domain/catalog/variants';
import type { Terms } from '#server/catalog/live-lists';
import { tablesOf } from '#server/catalog/tables';

/** How many terms, the most frequent ones, a beginning may stand for: a few letters begin thousands of words and mean none of them. */
const beginnings = (letters: number): number => [0, 5, 15][letters] ?? 50;

/** No term that begins so comes after it. */
const endOf = (beginning: string): string => `${beginning}\u{10ffff}`;

/** What begins with `$1`, that is, comes before `$2`; for one or two letters there are indexes of their own. */
const begins = (letters: number): string =>
  letters === 1 || letters === 2 ? `left(term, ${letters}) = $1 and $2::text > ''` : 'term >= $1 and term < $2';

/** The last word taken as a beginning; null when no known word begins so. */
export async function beginning(pool: Pool, variant: Variant, { last, before }: QueryTerms): Promise<Terms | null> {
  if (last === null) return null;
  const letters = Array.from(last).length;
  const { rows } = await pool.query<KnownWord>({
    name: `begin-${variant}-${Math.min(letters, 3)}`,
    text: `select term, total from ${tablesOf(variant).words} where ${begins(letters)} order by total desc, term limit $3`,
    values: [last, endOf(last), beginnings(letters)],
  });
  const [first] = rows;
  return first ? { all: before, any: rows.map(({ term }) => term), most: first.total } : null;
}

interface Replaced {
  readonly terms: Terms;
  readonly words: readonly string[];
}

/** Which of the terms `$1` are known, and known words that are like the unknown ones of the words `$2`, or slips `$3` of those. */
const alikeSql = (words: string) => `
  with known as materialized (select term, total from ${words} where term = any($1))
  select term, total, true is_known from known
  union all select near.term, near.total, false from unnest($2::text[]) word cross join lateral
    (select term, total from ${words} where term % word order by similarity(term, word) desc, total desc limit 40) near
    where word not in (select term from known)
  union all select term, total, false from ${words} where term = any($3)`;

/** Every unknown word replaced by the nearest known one; null when one has none near, or all are known. */
export async function nearest(pool: Pool, variant: Variant, { terms, words }: QueryTerms): Promise<Replaced | null> {
  const typed = words.map(({ term }) => term);
  const { rows } = await pool.query<KnownWord & { readonly is_known: boolean }>({
    name: `alike-${variant}`,
    text: alikeSql(tablesOf(variant).words),
    values: [terms, typed, typed.flatMap(slips)],
  });
  const known = new Set(rows.filter((row) => row.is_known).map(({ term }) => term));
  const unknown = new Set(terms.filter((term) => !known.has(term)));
  const alike = rows.filter((row) => !row.is_known);
  const replacement = new Map<string, string>();
  for (const term of typed) {
    const near = unknown.has(term) ? nearestWord(term, alike) : null;
    if (near) replacement.set(term, near.term);
  }
  if (unknown.size === 0 || replacement.size < unknown.size) return null;
  const all = [...new Set(terms.map((term) => replacement.get(term) ?? term))];
  return { terms: { all, any: null }, words: typed.map((term) => replacement.get(term) ?? term) };
}
