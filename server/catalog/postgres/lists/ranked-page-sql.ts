import type { Sort } from '#domain/catalog/orders';
import type { Variant } from '#domain/catalog/variants';
import { BLOCK_ROWS, knownCountKey, type ListOrder } from '#server/catalog/postgres/lists/list-order';
import type { PageRequest, Statement } from '#server/catalog/postgres/lists/list-statement';
import type { ListRowSelection } from '#server/catalog/postgres/list-rows';
import { tablesOf } from '#server/database/catalog-tables';

/**
 * Statements over the read model (see ../../read-model/README.md). Ranks count from 1 in descending order. Ascending pages read the known
 * values from their end, then the unknown ones from theirs, so that one array serves both directions.
 */

/** The ids at the ranks of `page_ranks`. Each block is fetched by its key; for a join the planner would read the whole order. */
const idsAtRanksSql = (variant: Variant, orderKey: number) => `
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

/** The rows of `page`, with its total in each; only the total if there are none. One statement instead of two: a round trip costs more than either. */
const rankedRowsSql = (variant: Variant, { columns }: ListRowSelection) => {
  const { text, metrics } = tablesOf(variant);
  return `select page.total, page.ordered_at, r.* from page left join lateral (
    select ${columns}, p.place from unnest(page.ids) with ordinality p(_id, place) join ${text} t on t._id = p._id join ${metrics} m on m._id = p._id
  ) r on true order by r.place`;
};

/** Ids and total of a page without keywords and filters, or its rows and total. Its cost does not depend on the page number. */
export function rankedPage(variant: Variant, request: PageRequest): Statement {
  const { order, sort, offset, limit, rows } = request;
  const name = `ranked-${variant}-${order.orderKey}-${sort}${rows ? `-${rows.name}` : ''}`;
  const ranks = `,
    page_ranks as (select i, ${rankAtSql(sort, 's.known', 's.total')} rank from s, generate_series($2::int, least($2 + $1, s.total) - 1) i)`;
  const [pageRanks, ids] = sort === 'desc' ? ['', consecutiveIdsSql(variant, order)] : [ranks, idsAtRanksSql(variant, order.orderKey)];
  // Materialized: a plan that depended on the total would be planned again for each page.
  const text = `with s as materialized (${statsSql(variant, request)})${pageRanks},
    page as materialized (select s.total, s.ordered_at, array(${ids}) ids from s)
    ${rows ? rankedRowsSql(variant, rows) : 'select total, ordered_at, ids from page'}`;
  return { name, text, values: [limit, offset] };
}

/** The ids at these ranks of an order, with the generation that they are from. */
export const idsAtRanks = (variant: Variant, orderKey: number, ranks: readonly number[]): Statement => ({
  name: `ids-at-ranks-${variant}-${orderKey}`,
  text: `with page_ranks as materialized (select i, rank::int from unnest($1::int[]) with ordinality p(rank, i))
    select generation, ordered_at, array(${idsAtRanksSql(variant, orderKey)}) ids from catalog_stats where variant = '${variant}'`,
  values: [ranks],
});
