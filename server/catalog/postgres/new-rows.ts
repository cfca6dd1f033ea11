import { Injectable } from '@nestjs/common';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { NewRows } from '#domain/catalog/filters/new-rows';
import type { Variant } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { filterConditions, filtersOfSearch, type ListFilters } from '#server/catalog/postgres/lists/filter-sql';
import { searchKeywords } from '#server/catalog/postgres/lists/keyword-search';
import { type KeywordTerms, noTerms, type Statement } from '#server/catalog/postgres/lists/list-statement';
import { termsCondition } from '#server/catalog/postgres/lists/live-page-sql';
import { tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';

/** When rows were added: after a time, and up to another one. */
export interface AddedWithin {
  readonly since: Date;
  readonly until?: Date | undefined;
}

/** The number of rows with these filters and terms that were added within a time. */
export function newRowsStatement(variant: Variant, filters: ListFilters, terms: KeywordTerms, { since, until }: AddedWithin): Statement {
  const { text: texts, metrics, scores } = tablesOf(variant);
  const { conditions, values, readsScores } = filterConditions(variant, filters, 5);
  const joinScores = readsScores ? `left join ${scores} s on s._id = t._id` : '';
  const text = `select count(*)::int total from ${texts} t join ${metrics} m on m._id = t._id ${joinScores}
    where ${['t.added_at > $1', 't.added_at <= $2', ...conditions, termsCondition(terms, 3)].join(' and ')}`;
  return { text, values: [since, until ?? 'infinity', terms.all, terms.any ?? [], ...values] };
}

/** Counts new rows in the tables themselves, along the index of `added_at`. */
@Injectable()
export class PostgresNewRows implements NewRows {
  constructor(
    private readonly postgres: Postgres,
    private readonly clock: Clock,
  ) {}

  async countAddedSince(variant: Variant, search: CatalogSearch, since: Date, until?: Date): Promise<number> {
    const filters = filtersOfSearch(variant, search, dayOf(this.clock.now()));
    const count = async (terms: KeywordTerms): Promise<number> => {
      const { text, values } = newRowsStatement(variant, filters, terms, { since, until });
      return (await this.postgres.pool.query<{ total: number }>(text, [...values])).rows[0]?.total ?? 0;
    };
    if (search.query === undefined) return count(noTerms);
    // The words that the list searches: those typed, unless no row has them.
    const findPage = async (terms: KeywordTerms) => ({ ids: [], total: await count(terms), as_of: null });
    const { page } = await searchKeywords(this.postgres.pool, variant, search.query, findPage, (terms) => this.#hasRows(variant, terms));
    return page.total;
  }

  async #hasRows(variant: Variant, terms: KeywordTerms): Promise<boolean> {
    const text = `select from ${tablesOf(variant).text} t where ${termsCondition(terms, 1)} limit 1`;
    return (await this.postgres.pool.query(text, [terms.all, terms.any ?? []])).rowCount === 1;
  }
}
