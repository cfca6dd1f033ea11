import type { Pool } from 'pg';
import { type KnownWord, nearestWord, slips } from '#domain/catalog/nearest';
import type { QueryTerms } from '#domain/catalog/terms';
import type { Variant } from '#domain/catalog/variants';
import type { Terms } from '#server/catalog/live-lists';
import { tablesOf } from '#server/catalog/tables';

/** How many terms, the most frequent ones, a beginning may stand for: a few letters begin thousands of words and mean none of them. */
const beginnings = (typed: string): number => [0, 5, 15][typed.length] ?? 50;

const escaped = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`);

/** The last word taken as a beginning; null when no known word begins so. */
export async function beginning(pool: Pool, variant: Variant, query: QueryTerms): Promise<Terms | null> {
  if (query.last === null) return null;
  const { rows } = await pool.query<KnownWord>({
    name: `begin-${variant}`,
    text: `select term, total from ${tablesOf(variant).words} where term like $1 order by total desc, term limit $2`,
    values: [`${escaped(query.last)}%`, beginnings(query.last)],
  });
  return rows.length === 0 ? null : { all: query.before, any: rows.map((row) => row.term) };
}

interface Replaced {
  readonly terms: Terms;
  readonly words: readonly string[];
}

/** Every unknown word replaced by the nearest known one; null when one has none near, or all are known. */
export async function nearest(pool: Pool, variant: Variant, query: QueryTerms): Promise<Replaced | null> {
  const { words: table } = tablesOf(variant);
  const { rows: known } = await pool.query<KnownWord>({
    name: `known-${variant}`,
    text: `select term, total from ${table} where term = any($1)`,
    values: [query.terms],
  });
  const knownTerms = new Set(known.map((row) => row.term));
  const unknown = query.words.filter((word) => !knownTerms.has(word.term));
  if (unknown.length === 0 || query.terms.some((term) => !knownTerms.has(term) && !unknown.some((word) => word.term === term))) return null;
  const replacement = new Map<string, string>();
  for (const word of unknown) {
    const { rows } = await pool.query<KnownWord>({
      name: `near-${variant}`,
      text: `(select term, total from ${table} where term % $1 order by similarity(term, $1) desc, total desc limit 40)
        union (select term, total from ${table} where term = any($2))`,
      values: [word.term, slips(word.term)],
    });
    const near = nearestWord(word.term, rows);
    if (!near) return null;
    replacement.set(word.term, near.term);
  }
  const all = [...new Set(query.terms.map((term) => replacement.get(term) ?? term))];
  return { terms: { all, any: null }, words: query.words.map((word) => replacement.get(word.term) ?? word.term) };
}
