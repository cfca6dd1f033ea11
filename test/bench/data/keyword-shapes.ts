import type { Pool } from 'pg';
import { queryTerms } from '#domain/catalog/keywords/search-terms';
import type { Variant } from '#domain/catalog/variants';
import { findPrefixMatches } from '#server/catalog/postgres/lists/keyword-search';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

/** The words whose share of the rows is closest to the wanted share. */
export async function wordsWithShare(pool: Pool, variant: Variant, share: number, size: number, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ term: string }>(
    `select term from ${tablesOf(variant).words} order by abs(total - $1::float8), term limit $2`,
    [share * size, count],
  );
  return rows.map(({ term }) => term);
}

export interface KeywordShape {
  readonly name: string;
  readonly terms: KeywordTerms;
}

const allTerms = (...words: (string | undefined)[]): KeywordTerms => ({ all: words.filter((word) => word !== undefined), any: null });

/** The ten keyword shapes: number of words and how frequent they are. */
export async function keywordShapes(pool: Pool, variant: Variant, size: number): Promise<KeywordShape[]> {
  const [tenth, hundredth, thousandth, rare] = await Promise.all(
    [0.1, 0.01, 0.001, 5 / size].map((share) => wordsWithShare(pool, variant, share, size, 3)),
  );
  const [a, b, c] = tenth ?? [];
  const [d, e] = hundredth ?? [];
  const prefixTerms = await findPrefixMatches(pool, variant, queryTerms((d ?? '').slice(0, 3)));
  return [
    { name: 'one word, 10 %', terms: allTerms(a) },
    { name: 'one word, 1 %', terms: allTerms(d) },
    { name: 'one word, 0.1 %', terms: allTerms(thousandth?.[0]) },
    { name: 'two words, 10 % and 10 %', terms: allTerms(a, b) },
    { name: 'two words, 10 % and 1 %', terms: allTerms(a, d) },
    { name: 'two words, 1 % and 1 %', terms: allTerms(d, e) },
    { name: 'three words, 10 % each', terms: allTerms(a, b, c) },
    { name: 'rare word', terms: allTerms(rare?.[0]) },
    { name: 'missing word', terms: allTerms('qqxzqq') },
    { name: 'prefix of a word', terms: prefixTerms?.terms ?? allTerms() },
  ];
}
