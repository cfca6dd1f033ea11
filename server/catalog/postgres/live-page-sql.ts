import type { Sort, Variant } from '#domain/catalog/variants';
import { type ListOrder, tablesOf } from '#server/database/catalog-tables';

/** Keywords as terms: all of `all`, and, where `any` is given, at least one of it. */
export interface KeywordTerms {
  readonly all: readonly string[];
  readonly any: readonly string[] | null;
  /** How many rows the most frequent word of `any` has. */
  readonly anyMaxRows?: number;
}

/** The ids of a page with what is known of the total; `ids` are in order. */
export interface PageOfIds {
  readonly ids: readonly string[];
  readonly total: number;
  readonly total_is_exact: boolean;
  readonly as_of: string | null;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rows of the order's index that the budgeted walk looks at before it turns to the keyword index. */
const MAX_SCANNED_ROWS = 8_000;
/** In long lists live totals are exact up to here, and a page is sorted from all its hits; where there are more, it is walked to. */
export const MAX_EXACT_TOTAL = 1_500;

const joinScoresSql = (variant: Variant, order: ListOrder) =>
  order.needsScores ? `left join ${tablesOf(variant).scores} s on s._id = m._id` : '';
const orderDirection = (sort: Sort) => (sort === 'desc' ? 'desc nulls last' : 'asc nulls last');
const tieBreaker = (sort: Sort) => (sort === 'desc' ? 'm._id' : 'm._id desc');
const statementName = (...parts: (string | number)[]) => parts.join('-');

/** Ids of a page without keywords. Ascending walks the same index backwards: the known values first, then the unknown ones. */
export function livePage(variant: Variant, order: ListOrder, sort: Sort, offset: number, limit: number): Statement {
  const { metrics } = tablesOf(variant);
  const name = statementName('live', variant, order.orderKey, sort);
  if (sort === 'desc' || order.needsScores) {
    const text = `select m._id from ${metrics} m ${joinScoresSql(variant, order)}
      order by ${order.expression} ${orderDirection(sort)}, ${tieBreaker(sort)} limit $1 offset $2`;
    return { name, text, values: [limit, offset] };
  }
  // `nulls first` is what the index gives when it is walked backwards; either part has no nulls to place, or nothing else.
  const partSql = (nullness: 'not null' | 'null') => `select m._id from ${metrics} m where ${order.expression} is ${nullness}
    order by ${order.expression} asc nulls first, m._id desc limit $1 offset`;
  const knownCount = `coalesce((select (known ->> '${order.name}')::int from catalog_stats where variant = '${variant}'), 0)`;
  const text = `(${partSql('not null')} $2) union all (${partSql('null')} greatest(0, $2 - ${knownCount})) limit $1`;
  return { name, text, values: [limit, offset] };
}

const termsCondition = (terms: KeywordTerms, firstParameter: number) => {
  const conditions = terms.all.length > 0 ? [`t.terms @> $${firstParameter}`] : [];
  if (terms.any) conditions.push(`t.terms && $${firstParameter + 1}`);
  return conditions.join(' and ');
};

/** Both parameters are always bound, so that one statement serves every shape of keywords. */
const termParameters = (terms: KeywordTerms) => [terms.all, terms.any ?? []];
const bindAllTermsSql = (firstParameter: number) => `$${firstParameter}::text[] is not null and $${firstParameter + 1}::text[] is not null`;
const termsShape = (terms: KeywordTerms) => `${terms.all.length > 0 ? 'a' : ''}${terms.any ? 'o' : ''}`;

/** Page and total from the keyword index alone: right for any word, quick unless the word is frequent. */
export function liveKeywordPage(
  variant: Variant,
  order: ListOrder,
  sort: Sort,
  terms: KeywordTerms,
  offset: number,
  limit: number,
): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const text = `with hits as materialized (select t._id from ${table} t where ${termsCondition(terms, 3)} and ${bindAllTermsSql(3)})
    select (select count(*)::int from hits) total, array(select m._id from hits join ${metrics} m using (_id) ${joinScoresSql(variant, order)}
      order by ${order.expression} ${orderDirection(sort)}, ${tieBreaker(sort)} limit $1 offset $2) ids`;
  return {
    name: statementName('keyword', variant, order.orderKey, sort, termsShape(terms)),
    text,
    values: [limit, offset, ...termParameters(terms)],
  };
}

/**
 * The same when there are at most `FEW` hits; else a total above it and no ids. `offset 0` makes the metrics of a hit a look-up by its key:
 * a plan for any words would read all of them.
 */
export function boundedKeywordPage(
  variant: Variant,
  order: ListOrder,
  sort: Sort,
  terms: KeywordTerms,
  offset: number,
  limit: number,
): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const text = `with hits as materialized (select t._id from ${table} t where ${termsCondition(terms, 3)} and ${bindAllTermsSql(3)} limit ${MAX_EXACT_TOTAL + 1}),
      n as materialized (select count(*)::int total from hits)
    select n.total, array(select m._id from hits cross join lateral (select * from ${metrics} o where o._id = hits._id offset 0) m
      where n.total <= ${MAX_EXACT_TOTAL} order by ${order.expression} ${orderDirection(sort)}, ${tieBreaker(sort)} limit $1 offset $2) ids from n`;
  return {
    name: statementName('few', variant, order.orderKey, sort, termsShape(terms)),
    text,
    values: [limit, offset, ...termParameters(terms)],
  };
}

/**
 * The first hits among the first rows of the order's index: a page of a frequent word without touching all its rows. `offset 0` keeps
 * each walked row's text a look-up of its own, made in the order of the walk, so that the walk ends with the page.
 */
export function scannedKeywordPage(
  variant: Variant,
  order: ListOrder,
  sort: Sort,
  terms: KeywordTerms,
  offset: number,
  limit: number,
): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const [scanDirection, scanTieBreaker] = sort === 'desc' ? ['desc nulls last', '_id'] : ['asc nulls first', '_id desc'];
  const text = `select w._id from (
      select m._id, ${order.expression} v from ${metrics} m where ${order.expression} is not null order by ${order.expression} ${scanDirection}, m.${scanTieBreaker} limit ${MAX_SCANNED_ROWS}) w
    cross join lateral (select from ${table} t where t._id = w._id and ${termsCondition(terms, 3)} and ${bindAllTermsSql(3)} offset 0) found
    order by w.v ${scanDirection}, w.${scanTieBreaker} limit $1 offset $2`;
  return {
    name: statementName('walk', variant, order.orderKey, sort, termsShape(terms)),
    text,
    values: [limit, offset, ...termParameters(terms)],
  };
}
