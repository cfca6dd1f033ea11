import type { Sort, Variant } from '#domain/catalog/variants';
import { BLOCK_ROWS, knownCountKey, type ListOrder } from '#server/catalog/postgres/list-order';
import { JUMP_TERM, type KeywordTerms, type PageRequest, type Statement } from '#server/catalog/postgres/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

/**
 * Statements over the read model (see ../read-model/README.md). Ranks count from 1 in descending order. Ascending pages read the known
 * values from their end, then the unknown ones from theirs, so that one array serves both directions.
 */

/** The ids at the ranks of `page_ranks`. Each block is fetched by its key; for a join the planner would read the whole order. */
export const idsAtRanksSql = (variant: Variant, orderKey: number) => `
  select (select o.ids[((p.rank - 1) % ${BLOCK_ROWS}) + 1] from ${tablesOf(variant).order} o where o.order_key = ${orderKey} and o.block = (p.rank - 1) / ${BLOCK_ROWS})
  from page_ranks p order by p.i`;

/** The total of the list and, for ascending pages, the number of rows with a known value. */
const statsSql = (variant: Variant, { order, sort }: PageRequest) => {
  const knownCount = `coalesce((known ->> '${knownCountKey(order)}')::int, 0)`;
  return `select total, ordered_at, ${sort === 'asc' ? knownCount : '0'} known from catalog_stats where variant = '${variant}'`;
};

/** The index of row `i` in an array of `total` ranks, the first `known` of which have a value. */
const rankAtSql = (sort: Sort, knownCount: string, total: string) =>
  sort === 'desc' ? 'i + 1' : `case when i < ${knownCount} then ${knownCount} - i else ${total} - (i - ${knownCount}) end`;

/** The ids of a page of consecutive ranks: each of its one or two blocks is read once, not once per row. */
const consecutiveIdsSql = (variant: Variant, order: ListOrder) => `
  select unnest((select o.ids[greatest($2 - b * ${BLOCK_ROWS}, 0) + 1 : least($2 + $1 - b * ${BLOCK_ROWS}, ${BLOCK_ROWS})]
    from ${tablesOf(variant).order} o where o.order_key = ${order.orderKey} and o.block = b))
  from generate_series($2::int / ${BLOCK_ROWS}, (least($2 + $1, s.total) - 1) / ${BLOCK_ROWS}) b`;

/** Ids and total of a page without keywords. Its cost does not depend on the page number. */
export function rankedPage(variant: Variant, request: PageRequest): Statement {
  const { order, sort, offset, limit } = request;
  const name = `ranked-${variant}-${order.orderKey}-${sort}`;
  const ranks = `,
    page_ranks as (select i, ${rankAtSql(sort, 's.known', 's.total')} rank from s, generate_series($2::int, least($2 + $1, s.total) - 1) i)`;
  const [pageRanks, ids] = sort === 'desc' ? ['', consecutiveIdsSql(variant, order)] : [ranks, idsAtRanksSql(variant, order.orderKey)];
  // Materialized: a plan that depended on the total would be planned again for each page.
  const text = `with s as materialized (${statsSql(variant, request)})${pageRanks}
    select s.total, s.ordered_at, array(${ids}) ids from s`;
  return { name, text, values: [limit, offset] };
}

/**
 * The ranks of the rows that match: the intersection of the posting lists of `all` and the union of those of `any`. The terms are
 * parameters from `$firstParameter` on.
 */
export function matchingRanksSql(variant: Variant, postingColumn: string, terms: KeywordTerms, firstParameter: number): string {
  const { postings } = tablesOf(variant);
  const all = terms.all.map(
    (_, index) => `coalesce((select ${postingColumn} from ${postings} where term = $${firstParameter + index}), '{}')`,
  );
  const any = terms.any
    ? [`(select united_ranks(${postingColumn} order by total) from ${postings} where term = any($${firstParameter + all.length}))`]
    : [];
  return [...all, ...any].join(' & ');
}

/** The same without the rows of `JUMP_TERM` if these are omitted. */
function keywordRanksSql(variant: Variant, { order, omitsJumps }: PageRequest, terms: KeywordTerms): string {
  const postingColumn = order.postingColumn ?? '';
  const { postings } = tablesOf(variant);
  const ranks = matchingRanksSql(variant, postingColumn, terms, 3);
  return omitsJumps ? `(${ranks}) - coalesce((select ${postingColumn} from ${postings} where term = '${JUMP_TERM}'), '{}')` : ranks;
}

/** Ids and exact total of a page with keywords, for orders with posting lists. */
export function rankedKeywordPage(variant: Variant, request: PageRequest, terms: KeywordTerms): Statement {
  const { order, sort, offset, limit } = request;
  const text = `with s as materialized (${statsSql(variant, request)}),
    hits as materialized (select ${keywordRanksSql(variant, request, terms)} ranks),
    n as materialized (select icount(hits.ranks) total, ${sort === 'desc' ? '0' : 'width_bucket(s.known, hits.ranks)'} known from hits, s),
    page_ranks as (select i, hits.ranks[${rankAtSql(sort, 'n.known', 'n.total')}] rank from hits, n, generate_series($2::int, least($2 + $1, n.total) - 1) i)
    select n.total, s.ordered_at, array(${idsAtRanksSql(variant, order.orderKey)}) ids from s, n`;
  const name = `ranked-${request.omitsJumps ? 'steady' : 'keyword'}-${variant}-${order.orderKey}-${sort}-${terms.all.length}${terms.any ? 'o' : ''}`;
  return { name, text, values: [limit, offset, ...terms.all, ...(terms.any ? [terms.any] : [])] };
}

/** Totals of prefixes with very frequent terms are counted up to this number, and pages up to it are fast. */
export const MAX_COUNTED_ROWS = 10_000;

/** Returns whether the keywords are alternatives only, and the most frequent of them alone has more than `MAX_COUNTED_ROWS` rows. */
export const exceedsCountLimit = ({ all, any, anyMaxRows = 0 }: KeywordTerms): boolean =>
  any !== null && all.length === 0 && anyMaxRows > MAX_COUNTED_ROWS;

/**
 * The ids of `rankedKeywordPage` without uniting whole posting lists, for alternatives with very many rows: the page can only contain
 * the first ranks of each term. The total is a lower bound.
 */
export function rankedTopPage(variant: Variant, request: PageRequest, any: readonly string[]): Statement {
  const { order, sort, offset, limit } = request;
  const { postings } = tablesOf(variant);
  const [endOffset, postingColumn] = ['($1::int + $2::int)', `p.${order.postingColumn ?? ''}`];
  const knownRanks = `width_bucket(s.known, ${postingColumn})`;
  const topRanks =
    sort === 'desc'
      ? `${postingColumn}[1 : ${endOffset}]`
      : `${postingColumn}[greatest(${knownRanks} - ${endOffset}, 0) + 1 : ${knownRanks}] || ${postingColumn}[p.total - least(greatest(${endOffset} - ${knownRanks}, 0), p.total - ${knownRanks}) + 1 : p.total]`;
  const rankOrder = sort === 'desc' ? 'rank' : 'rank > known, rank desc';
  const text = `with s as materialized (${statsSql(variant, request)}),
    top_ranks as (select distinct rank, s.known from s, ${postings} p, unnest(${topRanks}) rank where p.term = any($3)),
    page_ranks as (select row_number() over (order by ${rankOrder}) i, rank from top_ranks order by i limit $1 offset $2)
    select ${MAX_COUNTED_ROWS} total, s.ordered_at, array(${idsAtRanksSql(variant, order.orderKey)}) ids from s`;
  return { name: `ranked-top-${variant}-${order.orderKey}-${sort}`, text, values: [limit, offset, any] };
}
