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

/** What the known words say of a search that has found nothing. */
export interface LookedUp {
  /** The last word taken as a beginning; null when no known word begins so. */
  readonly begun: Terms | null;
  /** The terms of the search that are known. */
  readonly known: readonly string[];
  /** Known words that are like the unknown ones; none while `begun` may still find something. */
  readonly alike: readonly KnownWord[];
}

interface Row extends KnownWord {
  readonly kind: 'known' | 'begun' | 'alike';
}

/** What begins with `$2`, that is, comes before `$3`; for one or two letters there are indexes of their own. */
const begins = (letters: number): string =>
  letters === 1 || letters === 2 ? `left(term, ${letters}) = $2 and $3::text > ''` : 'term >= $2 and term < $3';

const lookUpSql = (words: string, letters: number) => `
  with known as materialized (select term, total from ${words} where term = any($1)),
    begun as materialized (select term, total from ${words} where ${begins(letters)} order by total desc, term limit $4),
    alike as (select near.term, near.total from unnest($5::text[]) word cross join lateral
        (select term, total from ${words} where term % word order by similarity(term, word) desc, total desc limit 40) near
        where word not in (select term from known)
      union select term, total from ${words} where term = any($6))
  select 'known' kind, term, total from known
  union all (select 'begun', term, total from begun order by total desc, term)
  union all select 'alike', term, total from alike where not exists (select from begun)`;

/** Looks everything up in one go; `asBeginning` is false once the last word as a beginning has found nothing either. */
export async function lookUp(pool: Pool, variant: Variant, query: QueryTerms, asBeginning = true): Promise<LookedUp> {
  const last = asBeginning ? query.last : null;
  const letters = last === null ? 0 : Array.from(last).length;
  const unclear = query.words.map(({ term }) => term);
  const { rows } = await pool.query<Row>({
    name: `words-${variant}-${Math.min(letters, 3)}`,
    text: lookUpSql(tablesOf(variant).words, letters),
    values: [query.terms, last, last === null ? null : endOf(last), beginnings(letters), unclear, unclear.flatMap(slips)],
  });
  const of = (wanted: Row['kind']) => rows.filter(({ kind }) => kind === wanted);
  const begun = of('begun');
  return {
    begun: begun.length === 0 ? null : { all: query.before, any: begun.map(({ term }) => term), most: begun[0]?.total ?? 0 },
    known: of('known').map(({ term }) => term),
    alike: of('alike'),
  };
}

interface Replaced {
  readonly terms: Terms;
  readonly words: readonly string[];
}

/** Every unknown word replaced by the nearest known one; null when one has none near, or all are known. */
export function nearest(query: QueryTerms, { known, alike }: LookedUp): Replaced | null {
  const unknown = new Set(query.terms.filter((term) => !known.includes(term)));
  const replacement = new Map<string, string>();
  for (const { term } of query.words) {
    const near = unknown.has(term) ? nearestWord(term, alike) : null;
    if (near) replacement.set(term, near.term);
  }
  if (unknown.size === 0 || replacement.size < unknown.size) return null;
  const all = [...new Set(query.terms.map((term) => replacement.get(term) ?? term))];
  return { terms: { all, any: null }, words: query.words.map(({ term }) => replacement.get(term) ?? term) };
}
