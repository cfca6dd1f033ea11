import type { Pool } from 'pg';
import type { Variant } from '#domain/catalog/variants';
import { filterConditions } from '#server/catalog/postgres/lists/filter-sql';
import type { ListFilters } from '#domain/catalog/filters/applied-filters';
import { searchKeywords } from '#server/catalog/postgres/lists/keyword-search';
import { type KeywordTerms, noTerms, type Statement } from '#server/catalog/postgres/lists/list-statement';
import { termsCondition } from '#server/catalog/postgres/lists/live-page-sql';
import { tablesOf } from '#server/database/catalog-tables';

/** When rows were added: after a time, and up to another one. */
interface AddedWithin {
  readonly since: Date;
  readonly until?: Date | undefined;
}

/** The number of rows with these filters, if any, and terms that were added within a time. */
export function newRowsStatement(
  variant: Variant,
  filters: ListFilters | undefined,
  terms: KeywordTerms,
  { since, until }: AddedWithin,
): Statement {
  const { text: texts, metrics, scores } = tablesOf(variant);
  const { conditions, values, readsScores } = filterConditions(variant, filters, 5);
  const joinScores = readsScores ? `left join ${scores} s on s._id = t._id` : '';
  const text = `select count(*)::int total from ${texts} t join ${metrics} m on m._id = t._id ${joinScores}
    where ${['t.added_at > $1', 't.added_at <= $2', ...conditions, termsCondition(terms, 3)].join(' and ')}`;
  return { text, values: [since, until ?? 'infinity', terms.all, terms.any ?? [], ...values] };
}

/** Counts new rows in the tables themselves, along the index of `added_at`. */
export async function countNewRows(
  pool: Pool,
  variant: Variant,
  filters: ListFilters | undefined,
  { query, ...added }: AddedWithin & { readonly query: string | undefined },
): Promise<number> {
  const count = async (terms: KeywordTerms): Promise<number> =>
    (await pool.query<{ total: number }>(newRowsStatement(variant, filters, terms, added))).rows[0]?.total ?? 0;
  if (query === undefined) return count(noTerms);
  // The words that the list searches: those typed, unless no row has them.
  const findPage = async (terms: KeywordTerms) => ({ ids: [], total: await count(terms), as_of: null });
  const { page } = await searchKeywords(pool, variant, query, findPage, (terms) => hasRows(pool, variant, terms));
  return page.total;
}

async function hasRows(pool: Pool, variant: Variant, terms: KeywordTerms): Promise<boolean> {
  const text = `select 1 from ${tablesOf(variant).text} t where ${termsCondition(terms, 1)} limit 1`;
  return (await pool.query(text, [terms.all, terms.any ?? []])).rowCount === 1;
}
