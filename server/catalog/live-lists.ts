import type { Sort, Variant } from '#domain/catalog/variants';
import { type ListOrder, tablesOf } from '#server/catalog/tables';

/** Keywords as terms: all of `all`, and, where `any` is given, at least one of it. */
export interface Terms {
  readonly all: readonly string[];
  readonly any: readonly string[] | null;
  /** How many rows the most frequent word of `any` has. */
  readonly most?: number;
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
const WALK = 8_000;
/** In long lists live totals are exact up to here, and a page is sorted from all its hits; where there are more, it is walked to. */
export const FEW = 1_500;

const joinScores = (variant: Variant, order: ListOrder) => (order.scores ? `left join ${tablesOf(variant).scores} s on s._id = m._id` : '');
const direction = (sort: Sort) => (sort === 'desc' ? 'desc nulls last' : 'asc nulls last');
const tie = (sort: Sort) => (sort === 'desc' ? 'm._id' : 'm._id desc');
const nameOf = (...parts: (string | number)[]) => parts.join('-');

/** Ids of a page without keywords. Ascending walks the same index backwards: the known values first, then the unknown ones. */
export function plainPage(variant: Variant, order: ListOrder, sort: Sort, offset: number, rows: number): Statement {
  const { metrics } = tablesOf(variant);
  const name = nameOf('live', variant, order.key, sort);
  if (sort === 'desc' || order.scores) {
    const text = `select m._id from ${metrics} m ${joinScores(variant, order)}
      order by ${order.expression} ${direction(sort)}, ${tie(sort)} limit $1 offset $2`;
    return { name, text, values: [rows, offset] };
  }
  // `nulls first` is what the index gives when it is walked backwards; either part has no nulls to place, or nothing else.
  const part = (known: 'not null' | 'null') => `select m._id from ${metrics} m where ${order.expression} is ${known}
    order by ${order.expression} asc nulls first, m._id desc limit $1 offset`;
  const values = `coalesce((select (known ->> '${order.name}')::int from catalog_stats where variant = '${variant}'), 0)`;
  const text = `(${part('not null')} $2) union all (${part('null')} greatest(0, $2 - ${values})) limit $1`;
  return { name, text, values: [rows, offset] };
}

const matches = (terms: Terms, first: number) => {
  const parts = terms.all.length > 0 ? [`t.terms @> $${first}`] : [];
  if (terms.any) parts.push(`t.terms && $${first + 1}`);
  return parts.join(' and ');
};

/** Both parameters are always bound, so that one statement serves every shape of keywords. */
const bound = (terms: Terms) => [terms.all, terms.any ?? []];
const keep = (first: number) => `$${first}::text[] is not null and $${first + 1}::text[] is not null`;
const shape = (terms: Terms) => `${terms.all.length > 0 ? 'a' : ''}${terms.any ? 'o' : ''}`;

/** Page and total from the keyword index alone: right for any word, quick unless the word is frequent. */
export function keywordPage(variant: Variant, order: ListOrder, sort: Sort, terms: Terms, offset: number, rows: number): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const text = `with hits as materialized (select t._id from ${table} t where ${matches(terms, 3)} and ${keep(3)})
    select (select count(*)::int from hits) total, array(select m._id from hits join ${metrics} m using (_id) ${joinScores(variant, order)}
      order by ${order.expression} ${direction(sort)}, ${tie(sort)} limit $1 offset $2) ids`;
  return { name: nameOf('keyword', variant, order.key, sort, shape(terms)), text, values: [rows, offset, ...bound(terms)] };
}

/**
 * The same when there are at most `FEW` hits; else a total above it and no ids. `offset 0` makes the metrics of a hit a look-up by its key:
 * a plan for any words would read all of them.
 */
export function fewPage(variant: Variant, order: ListOrder, sort: Sort, terms: Terms, offset: number, rows: number): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const text = `with hits as materialized (select t._id from ${table} t where ${matches(terms, 3)} and ${keep(3)} limit ${FEW + 1}),
      n as materialized (select count(*)::int total from hits)
    select n.total, array(select m._id from hits cross join lateral (select * from ${metrics} o where o._id = hits._id offset 0) m
      where n.total <= ${FEW} order by ${order.expression} ${direction(sort)}, ${tie(sort)} limit $1 offset $2) ids from n`;
  return { name: nameOf('few', variant, order.key, sort, shape(terms)), text, values: [rows, offset, ...bound(terms)] };
}

/**
 * The first hits among the first rows of the order's index: a page of a frequent word without touching all its rows. `offset 0` keeps
 * each walked row's text a look-up of its own, made in the order of the walk, so that the walk ends with the page.
 */
export function walkedPage(variant: Variant, order: ListOrder, sort: Sort, terms: Terms, offset: number, rows: number): Statement {
  const { text: table, metrics } = tablesOf(variant);
  const [way, tied] = sort === 'desc' ? ['desc nulls last', '_id'] : ['asc nulls first', '_id desc'];
  const text = `select w._id from (
      select m._id, ${order.expression} v from ${metrics} m where ${order.expression} is not null order by ${order.expression} ${way}, m.${tied} limit ${WALK}) w
    cross join lateral (select from ${table} t where t._id = w._id and ${matches(terms, 3)} and ${keep(3)} offset 0) found
    order by w.v ${way}, w.${tied} limit $1 offset $2`;
  return { name: nameOf('walk', variant, order.key, sort, shape(terms)), text, values: [rows, offset, ...bound(terms)] };
}
