import { ALL_IN_NAME_SCORE, FIELD_BITS, FIELD_MASK, NAME_BIT, PHRASE_SCORE, weightsByFields } from '#domain/catalog/keywords/best-match';
import { BEST_MATCH_ORDER, type Sort } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { filterConditions } from '#server/catalog/postgres/lists/filter-sql';
import type { ListOrder } from '#server/catalog/postgres/lists/list-order';
import { isJumpSql, type KeywordTerms, noTerms, type PageRequest, type Statement } from '#server/catalog/postgres/lists/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

const orderDirection = (sort: Sort) => (sort === 'desc' ? 'desc nulls last' : 'asc nulls last');
const tieBreaker = (sort: Sort) => (sort === 'desc' ? '_id' : '_id desc');

/** A page of a list from its tables: for lists without a read model, and for filters that leave few rows. */
export const livePage = (variant: Variant, request: PageRequest): Statement =>
  request.terms || request.filters ? hitsPage(variant, request) : wholePage(variant, request);

/** Ids of a page of the whole list, which is short enough to be sorted for it. */
function wholePage(variant: Variant, { order, sort, offset, limit }: PageRequest): Statement {
  const { metrics, scores } = tablesOf(variant);
  const joinScores = order.scoreColumn === null ? '' : `left join ${scores} s on s._id = m._id`;
  const text = `select array(select m._id from ${metrics} m ${joinScores}
    order by ${order.expression} ${orderDirection(sort)}, m.${tieBreaker(sort)} limit $1 offset $2) ids`;
  return { name: `live-${variant}-${order.orderKey}-${sort}`, text, values: [limit, offset] };
}

/** The condition on a row's terms. Both parameters, `$first` and the next, are always bound, so that one statement serves every shape of keywords. */
export const termsCondition = (terms: KeywordTerms, first = 3) => {
  const [all, any] = [`$${first}`, `$${first + 1}`];
  const conditions = terms.all.length > 0 ? [`t.terms @> ${all}`] : [];
  if (terms.any) conditions.push(`t.terms && ${any}`);
  return [...conditions, `${all}::text[] is not null`, `${any}::text[] is not null`].join(' and ');
};

/** Where the terms occur in a row of `t`, as columns of `o`. The terms are in `$3` (all) and `$4` (any). */
function occurrencesSql({ all, any }: KeywordTerms): string {
  const ofTerm = (_: string, index: number) =>
    `coalesce(t.term_occurrences[array_position(t.terms, ($3::text[])[${index + 1}])], 0) o${index}`;
  const ofAny = `coalesce((select bit_or(u.occurrence) from unnest(t.terms, t.term_occurrences) u(term, occurrence)
    where u.term = any($4)), 0) o${all.length}`;
  return [...all.map(ofTerm), ...(any ? [ofAny] : [])].join(', ');
}

/** `matchScore` of the occurrences in `o`. */
function matchScoreSql({ all, any, phrase = [] }: KeywordTerms): string {
  const names = Array.from({ length: all.length + (any ? 1 : 0) }, (_, index) => `o.o${index}`);
  const weights = names.map((name) => `('{${weightsByFields.join(',')}}'::integer[])[(${name} & ${FIELD_MASK}) + 1]`);
  const starts = phrase.map(({ index, offset }) => `((o.o${index} >> ${FIELD_BITS}) >> ${offset})`);
  const isPhrase = starts.length === 0 ? 'false' : `${starts.join(' & ')} <> 0`;
  return `${weights.join(' + ')} + case when ${[...names, NAME_BIT].join(' & ')} = 0 then 0 when ${isPhrase} then ${PHRASE_SCORE} else ${ALL_IN_NAME_SCORE} end`;
}

/** The rows with the keywords that pass the filters: their ids, with the `score` of their match or the value `v` that they are ordered by. */
function hits(variant: Variant, { order, filters, terms = noTerms, omitsJumps }: PageRequest): Pick<Statement, 'text' | 'values'> {
  const { text: texts, metrics, scores } = tablesOf(variant);
  const { conditions, values, readsScores } = filterConditions(variant, filters, 5);
  const isByMatch = order.name === BEST_MATCH_ORDER;
  const isByScore = order.scoreColumn !== null;
  const readsMetrics = !isByScore || filters !== undefined || omitsJumps === true;
  const joins = [
    ...(readsMetrics ? [`join ${metrics} m on m._id = t._id`] : []),
    ...(readsScores || (isByScore && !isByMatch) ? [`left join ${scores} s on s._id = t._id`] : []),
    // `offset 0`: each occurrence is looked up once, not once for each place that names it.
    ...(isByMatch ? [`cross join lateral (select ${occurrencesSql(terms)} offset 0) o`] : []),
  ];
  const where = [...conditions, termsCondition(terms), ...(omitsJumps ? [`(${isJumpSql}) is not true`] : [])];
  const text = `select t._id, ${isByMatch ? `${matchScoreSql(terms)} score` : `${order.expression} v`} from ${texts} t ${joins.join(' ')}
      where ${where.join(' and ')}`;
  return { text, values: [terms.all, terms.any ?? [], ...values] };
}

/** Ids and total of a page of these rows. */
function hitsPage(variant: Variant, request: PageRequest): Statement {
  const { order, sort, offset, limit, filters, terms = noTerms, omitsJumps } = request;
  const found = hits(variant, request);
  const values = [limit, offset, ...found.values];
  const page = (list: string, orderBy: string, direction: Sort) => `select (select count(*)::int from hits) total,
      array(select _id from ${list} order by ${orderBy} ${orderDirection(direction)}, ${tieBreaker(direction)} limit $1 offset $2) ids`;
  const withHits = `with hits as materialized (${found.text})`;
  // Filters and matches come in too many combinations for a prepared statement of each.
  if (order.name === BEST_MATCH_ORDER)
    return { text: `${withHits}, best as (${bestHits(variant, order)}) ${page('best', 'score desc, v', 'desc')}`, values };
  const shape = `${omitsJumps ? 'steady' : 'keywords'}-${terms.all.length > 0 ? 'a' : ''}${terms.any ? 'o' : ''}`;
  return {
    ...(filters ? {} : { name: `live-${variant}-${order.orderKey}-${sort}-${shape}` }),
    text: `${withHits} ${page('hits', 'v', sort)}`,
    values,
  };
}

/** The rows that can be on the page or before it, whatever the direction: equal matches come by momentum, which is read for few of the others. */
function bestHits(variant: Variant, { expression }: ListOrder): string {
  return `select h._id, h.score, ${expression} v from hits h left join ${tablesOf(variant).scores} s on s._id = h._id
    where h.score >= coalesce((select score from hits order by score desc limit 1 offset $1::int + $2::int - 1), 0)`;
}
