import type { Sort, Variant } from '#domain/catalog/variants';
import { filterConditions, type ListFilters } from '#server/catalog/postgres/filter-sql';
import type { ListOrder } from '#server/catalog/postgres/list-order';
import { isJumpSql, type KeywordTerms, type PageRequest, type Statement } from '#server/catalog/postgres/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

/** How many rows of the order's index a scan reads before the search falls back to the keyword index. */
const MAX_SCANNED_ROWS = 8_000;

/** In long lists, up to this many hits are counted exactly and sorted into a page; with more hits, the order's index is scanned for them. */
export const MAX_EXACT_TOTAL = 1_500;

const joinScoresSql = (variant: Variant, order: ListOrder) =>
  order.scoreColumn === null ? '' : `left join ${tablesOf(variant).scores} s on s._id = m._id`;
const orderDirection = (sort: Sort) => (sort === 'desc' ? 'desc nulls last' : 'asc nulls last');
const tieBreaker = (sort: Sort) => (sort === 'desc' ? 'm._id' : 'm._id desc');
const orderBySql = ({ order, sort }: PageRequest) => `${order.expression} ${orderDirection(sort)}, ${tieBreaker(sort)}`;

/** Ids of a page without keywords. Ascending pages read the same index backwards: the known values first, then the unknown ones. */
export function livePage(variant: Variant, request: PageRequest): Statement {
  const { order, sort, offset, limit } = request;
  const { metrics } = tablesOf(variant);
  const name = `live-${variant}-${order.orderKey}-${sort}`;
  if (sort === 'desc' || order.scoreColumn !== null) {
    const text = `select m._id from ${metrics} m ${joinScoresSql(variant, order)}
      order by ${orderBySql(request)} limit $1 offset $2`;
    return { name, text, values: [limit, offset] };
  }
  // A backward index scan yields `nulls first`; each part has either no nulls to sort, or only nulls.
  const partSql = (nullness: 'not null' | 'null') => `select m._id from ${metrics} m where ${order.expression} is ${nullness}
    order by ${order.expression} asc nulls first, m._id desc limit $1 offset`;
  const knownCount = `coalesce((select (known ->> '${order.name}')::int from catalog_stats where variant = '${variant}'), 0)`;
  const text = `(${partSql('not null')} $2) union all (${partSql('null')} greatest(0, $2 - ${knownCount})) limit $1`;
  return { name, text, values: [limit, offset] };
}

/** Ids and exact total of a page with filters, and with keywords if there are terms. */
export function filteredPage(variant: Variant, request: PageRequest, filters: ListFilters, terms: KeywordTerms | null): Statement {
  const { order, sort, offset, limit } = request;
  const { text: texts, metrics, scores } = tablesOf(variant);
  const { conditions, values, readsScores } = filterConditions(variant, filters, 5);
  const joinScores = readsScores || order.scoreColumn !== null ? `left join ${scores} s on s._id = m._id` : '';
  const text = `with hits as materialized (
      select m._id, ${order.expression} v from ${metrics} m join ${texts} t on t._id = m._id ${joinScores}
      where ${[...conditions, termsCondition(terms ?? { all: [], any: null })].join(' and ')})
    select (select count(*)::int from hits) total,
      array(select m._id from hits m order by m.v ${orderDirection(sort)}, ${tieBreaker(sort)} limit $1 offset $2) ids`;
  return { text, values: [limit, offset, terms?.all ?? [], terms?.any ?? [], ...values] };
}

/** The condition on a row's terms. Both parameters, `$first` and the next, are always bound, so that one statement serves every shape of keywords. */
export const termsCondition = (terms: KeywordTerms, first = 3) => {
  const [all, any] = [`$${first}`, `$${first + 1}`];
  const conditions = terms.all.length > 0 ? [`t.terms @> ${all}`] : [];
  if (terms.any) conditions.push(`t.terms && ${any}`);
  return [...conditions, `${all}::text[] is not null`, `${any}::text[] is not null`].join(' and ');
};

function keywordStatement(kind: string, variant: Variant, { order, sort, offset, limit }: PageRequest, terms: KeywordTerms, text: string) {
  const shape = `${terms.all.length > 0 ? 'a' : ''}${terms.any ? 'o' : ''}`;
  const name = `${kind}-${variant}-${order.orderKey}-${sort}-${shape}`;
  return { name, text, values: [limit, offset, terms.all, terms.any ?? []] };
}

/** Page and total from the keyword index: correct for any keyword, fast unless it is frequent. */
export function liveKeywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const steady = request.omitsJumps ? `and not exists (select from ${metrics} m where m._id = t._id and ${isJumpSql})` : '';
  const text = `with hits as materialized (select t._id from ${table} t where ${termsCondition(terms)} ${steady})
    select (select count(*)::int from hits) total, array(select m._id from hits join ${metrics} m using (_id) ${joinScoresSql(variant, request.order)}
      order by ${orderBySql(request)} limit $1 offset $2) ids`;
  return keywordStatement(request.omitsJumps ? 'live-steady' : 'live-keyword', variant, request, terms, text);
}

/**
 * The same if there are at most `MAX_EXACT_TOTAL` hits, else a larger total and no ids. `offset 0` makes the planner fetch a hit's metrics
 * by key; a generic plan would read the whole table.
 */
export function boundedKeywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const text = `with hits as materialized (select t._id from ${table} t where ${termsCondition(terms)} limit ${MAX_EXACT_TOTAL + 1}),
      n as materialized (select count(*)::int total from hits)
    select n.total, array(select m._id from hits cross join lateral (select * from ${metrics} o where o._id = hits._id offset 0) m
      where n.total <= ${MAX_EXACT_TOTAL} order by ${orderBySql(request)} limit $1 offset $2) ids from n`;
  return keywordStatement('bounded-keyword', variant, request, terms, text);
}

/**
 * The first hits among the first rows of the order's index: a page of a frequent keyword without reading all its rows. `offset 0` makes
 * the planner check each row's terms by key in the order of the index, so that the scan stops when the page is full.
 */
export function scannedKeywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Statement {
  const { expression } = request.order;
  const { text: table, metrics } = tablesOf(variant);
  const [direction, tie] = request.sort === 'desc' ? ['desc nulls last', '_id'] : ['asc nulls first', '_id desc'];
  const text = `select scanned._id from (
      select m._id, ${expression} v from ${metrics} m where ${expression} is not null order by ${expression} ${direction}, m.${tie} limit ${MAX_SCANNED_ROWS}) scanned
    cross join lateral (select from ${table} t where t._id = scanned._id and ${termsCondition(terms)} offset 0) hit
    order by scanned.v ${direction}, scanned.${tie} limit $1 offset $2`;
  return keywordStatement('scanned-keyword', variant, request, terms, text);
}
