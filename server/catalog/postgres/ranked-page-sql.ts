import type { Sort, Variant } from '#domain/catalog/variants';
import type { Statement, KeywordTerms } from '#server/catalog/postgres/live-page-sql';
import { BLOCK_ROWS, knownCountKey, type ListOrder, tablesOf } from '#server/database/catalog-tables';

/**
 * Statements over the ordered read model. Ranks count from 1 in descending order; ascending reads the known values from their end,
 * then the unknown ones from theirs, so that one array serves both. Ids only: rows are fetched by id in a second statement.
 */

/** The ids at these places, each block fetched by its key: as a join the planner would rather read the whole order. */
const idsAtRanksSql = (variant: Variant, order: ListOrder) => `
  select (select o.ids[((p.rank - 1) % ${BLOCK_ROWS}) + 1] from ${tablesOf(variant).order} o where o.order_key = ${order.orderKey} and o.block = (p.rank - 1) / ${BLOCK_ROWS})
  from places p order by p.i`;

/** How many rows there are, and, for ascending lists, how many of them have a value. */
const statsSql = (variant: Variant, order: ListOrder, sort: Sort) => {
  const knownCount = `coalesce((known ->> '${knownCountKey(order)}')::int, 0)`;
  return `select total, ordered_at, ${sort === 'asc' ? knownCount : '0'} known from catalog_stats where variant = '${variant}'`;
};

/** The place of row `i` in an array of `total` where the first `known` have a value. */
const rankAtSql = (sort: Sort, knownCount: string, total: string) =>
  sort === 'desc' ? 'i + 1' : `case when i < ${knownCount} then ${knownCount} - i else ${total} - (i - ${knownCount}) end`;

/** The ids of a page that is one run of places: its blocks, of which there are one or two, are read once, not once for each row. */
const consecutiveIdsSql = (variant: Variant, order: ListOrder) => `
  select unnest((select o.ids[greatest($2 - b * ${BLOCK_ROWS}, 0) + 1 : least($2 + $1 - b * ${BLOCK_ROWS}, ${BLOCK_ROWS})]
    from ${tablesOf(variant).order} o where o.order_key = ${order.orderKey} and o.block = b))
  from generate_series($2::int / ${BLOCK_ROWS}, (least($2 + $1, s.total) - 1) / ${BLOCK_ROWS}) b`;

/** Ids and total of any page without keywords; the depth of the page does not matter. */
export function rankedPage(variant: Variant, order: ListOrder, sort: Sort, offset: number, limit: number): Statement {
  if (sort === 'desc') {
    // Read first: a plan that knew the total beforehand would be made anew for each page.
    const text = `with s as materialized (${statsSql(variant, order, sort)})
      select s.total, s.ordered_at, array(${consecutiveIdsSql(variant, order)}) ids from s`;
    return { name: `ranked-${variant}-${order.orderKey}-${sort}`, text, values: [limit, offset] };
  }
  const text = `with s as materialized (${statsSql(variant, order, sort)}),
    places as (select i, ${rankAtSql(sort, 's.known', 's.total')} rank from s, generate_series($2::int, least($2 + $1, s.total) - 1) i)
    select s.total, s.ordered_at, array(${idsAtRanksSql(variant, order)}) ids from s`;
  return { name: `ranked-${variant}-${order.orderKey}-${sort}`, text, values: [limit, offset] };
}

/** The ranks that match: an intersection of posting arrays, and of it with the union of `any`. */
function matchingRanksSql(variant: Variant, postingColumn: string, terms: KeywordTerms, firstParameter: number): string {
  const { postings } = tablesOf(variant);
  const all = terms.all.map(
    (_, index) => `coalesce((select ${postingColumn} from ${postings} where term = $${firstParameter + index}), '{}')`,
  );
  const any = terms.any
    ? [`(select united_ranks(${postingColumn} order by total) from ${postings} where term = any($${firstParameter + all.length}))`]
    : [];
  return [...all, ...any].join(' & ');
}

/** Ids and exact total of any page with keywords; only orders with postings have it. */
export function rankedKeywordPage(
  variant: Variant,
  order: ListOrder,
  sort: Sort,
  terms: KeywordTerms,
  offset: number,
  limit: number,
): Statement {
  const text = `with s as materialized (${statsSql(variant, order, sort)}),
    x as materialized (select ${matchingRanksSql(variant, order.postingColumn ?? '', terms, 3)} ranks),
    n as materialized (select icount(x.ranks) total, ${sort === 'desc' ? '0' : 'width_bucket(s.known, x.ranks)'} known from x, s),
    places as (select i, x.ranks[${rankAtSql(sort, 'n.known', 'n.total')}] rank from x, n, generate_series($2::int, least($2 + $1, n.total) - 1) i)
    select n.total, s.ordered_at, array(${idsAtRanksSql(variant, order)}) ids from s, n`;
  const name = `posted-${variant}-${order.orderKey}-${sort}-${terms.all.length}${terms.any ? 'o' : ''}`;
  return { name, text, values: [limit, offset, ...terms.all, ...(terms.any ? [terms.any] : [])] };
}

/** Totals of beginnings of very frequent words are told up to here, and pages up to here are quick. */
export const MAX_COUNTED_ROWS = 10_000;

/** Whether keywords are one of some words and the most frequent of them alone is in more than `COUNTED` rows. */
export const exceedsCountLimit = ({ all, any, anyMaxRows = 0 }: KeywordTerms): boolean =>
  any !== null && all.length === 0 && anyMaxRows > MAX_COUNTED_ROWS;

/**
 * The same ids as `rankedKeywordPage` for keywords that have too many rows to unite them all: a page cannot have others than the first
 * ones of each word, in its order. The total is what is sure.
 */
export function rankedTopPage(
  variant: Variant,
  order: ListOrder,
  sort: Sort,
  any: readonly string[],
  offset: number,
  limit: number,
): Statement {
  const { postings } = tablesOf(variant);
  const [endOffset, postingColumn] = ['($1::int + $2::int)', `p.${order.postingColumn ?? ''}`];
  const knownRanks = `width_bucket(s.known, ${postingColumn})`;
  const topRanks =
    sort === 'desc'
      ? `${postingColumn}[1 : ${endOffset}]`
      : `${postingColumn}[greatest(${knownRanks} - ${endOffset}, 0) + 1 : ${knownRanks}] || ${postingColumn}[p.total - least(greatest(${endOffset} - ${knownRanks}, 0), p.total - ${knownRanks}) + 1 : p.total]`;
  const rankOrder = sort === 'desc' ? 'rank' : 'rank > known, rank desc';
  const text = `with s as materialized (${statsSql(variant, order, sort)}),
    firsts as (select distinct rank, s.known from s, ${postings} p, unnest(${topRanks}) rank where p.term = any($3)),
    places as (select row_number() over (order by ${rankOrder}) i, rank from firsts order by i limit $1 offset $2)
    select ${MAX_COUNTED_ROWS} total, s.ordered_at, array(${idsAtRanksSql(variant, order)}) ids from s`;
  return { name: `first-${variant}-${order.orderKey}-${sort}`, text, values: [limit, offset, any] };
}
