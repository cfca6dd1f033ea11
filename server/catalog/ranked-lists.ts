import type { Sort, Variant } from '#domain/catalog/variants';
import type { Statement, Terms } from '#server/catalog/live-lists';
import { BLOCK, knownName, type ListOrder, tablesOf } from '#server/catalog/tables';

/**
 * Statements over the ordered read model. Ranks count from 1 in descending order; ascending reads the known values from their end,
 * then the unknown ones from theirs, so that one array serves both. Ids only: rows are fetched by id in a second statement.
 */

/** The ids at these places, each block fetched by its key: as a join the planner would rather read the whole order. */
const idsOf = (variant: Variant, order: ListOrder) => `
  select (select o.ids[((p.rank - 1) % ${BLOCK}) + 1] from ${tablesOf(variant).order} o where o.order_key = ${order.key} and o.block = (p.rank - 1) / ${BLOCK})
  from places p order by p.i`;

/** How many rows there are, and, for ascending lists, how many of them have a value. */
const stats = (variant: Variant, order: ListOrder, sort: Sort) => {
  const known = `coalesce((known ->> '${knownName(order)}')::int, 0)`;
  return `select total, ordered_at, ${sort === 'asc' ? known : '0'} known from catalog_stats where variant = '${variant}'`;
};

/** The place of row `i` in an array of `total` where the first `known` have a value. */
const mirrored = (sort: Sort, known: string, total: string) =>
  sort === 'desc' ? 'i + 1' : `case when i < ${known} then ${known} - i else ${total} - (i - ${known}) end`;

/** The ids of a page that is one run of places: its blocks, of which there are one or two, are read once, not once for each row. */
const run = (variant: Variant, order: ListOrder) => `
  select unnest((select o.ids[greatest($2 - b * ${BLOCK}, 0) + 1 : least($2 + $1 - b * ${BLOCK}, ${BLOCK})]
    from ${tablesOf(variant).order} o where o.order_key = ${order.key} and o.block = b))
  from generate_series($2::int / ${BLOCK}, (least($2 + $1, s.total) - 1) / ${BLOCK}) b`;

/** Ids and total of any page without keywords; the depth of the page does not matter. */
export function rankedPage(variant: Variant, order: ListOrder, sort: Sort, offset: number, rows: number): Statement {
  if (sort === 'desc') {
    // Read first: a plan that knew the total beforehand would be made anew for each page.
    const text = `with s as materialized (${stats(variant, order, sort)})
      select s.total, s.ordered_at, array(${run(variant, order)}) ids from s`;
    return { name: `ranked-${variant}-${order.key}-${sort}`, text, values: [rows, offset] };
  }
  const text = `with s as materialized (${stats(variant, order, sort)}),
    places as (select i, ${mirrored(sort, 's.known', 's.total')} rank from s, generate_series($2::int, least($2 + $1, s.total) - 1) i)
    select s.total, s.ordered_at, array(${idsOf(variant, order)}) ids from s`;
  return { name: `ranked-${variant}-${order.key}-${sort}`, text, values: [rows, offset] };
}

/** The ranks that match: an intersection of posting arrays, and of it with the union of `any`. */
function matching(variant: Variant, posting: string, terms: Terms, first: number): string {
  const { postings } = tablesOf(variant);
  const all = terms.all.map((_, place) => `coalesce((select ${posting} from ${postings} where term = $${first + place}), '{}')`);
  const any = terms.any
    ? [`(select united_ranks(${posting} order by total) from ${postings} where term = any($${first + all.length}))`]
    : [];
  return [...all, ...any].join(' & ');
}

/** Ids and exact total of any page with keywords; only orders with postings have it. */
export function rankedKeywordPage(variant: Variant, order: ListOrder, sort: Sort, terms: Terms, offset: number, rows: number): Statement {
  const text = `with s as materialized (${stats(variant, order, sort)}),
    x as materialized (select ${matching(variant, order.posting ?? '', terms, 3)} ranks),
    n as materialized (select icount(x.ranks) total, ${sort === 'desc' ? '0' : 'width_bucket(s.known, x.ranks)'} known from x, s),
    places as (select i, x.ranks[${mirrored(sort, 'n.known', 'n.total')}] rank from x, n, generate_series($2::int, least($2 + $1, n.total) - 1) i)
    select n.total, s.ordered_at, array(${idsOf(variant, order)}) ids from s, n`;
  const name = `posted-${variant}-${order.key}-${sort}-${terms.all.length}${terms.any ? 'o' : ''}`;
  return { name, text, values: [rows, offset, ...terms.all, ...(terms.any ? [terms.any] : [])] };
}

/** Totals of beginnings of very frequent words are told up to here, and pages up to here are quick. */
export const COUNTED = 10_000;

/** Whether keywords are one of some words and the most frequent of them alone is in more than `COUNTED` rows. */
export const hasTooMany = ({ all, any, most = 0 }: Terms): boolean => any !== null && all.length === 0 && most > COUNTED;

/**
 * The same ids as `rankedKeywordPage` for keywords that have too many rows to unite them all: a page cannot have others than the first
 * ones of each word, in its order. The total is what is sure.
 */
export function rankedFirstPages(
  variant: Variant,
  order: ListOrder,
  sort: Sort,
  any: readonly string[],
  offset: number,
  rows: number,
): Statement {
  const { postings } = tablesOf(variant);
  const [wanted, posting] = ['($1::int + $2::int)', `p.${order.posting ?? ''}`];
  const known = `width_bucket(s.known, ${posting})`;
  const first =
    sort === 'desc'
      ? `${posting}[1 : ${wanted}]`
      : `${posting}[greatest(${known} - ${wanted}, 0) + 1 : ${known}] || ${posting}[p.total - least(greatest(${wanted} - ${known}, 0), p.total - ${known}) + 1 : p.total]`;
  const inOrder = sort === 'desc' ? 'rank' : 'rank > known, rank desc';
  const text = `with s as materialized (${stats(variant, order, sort)}),
    firsts as (select distinct rank, s.known from s, ${postings} p, unnest(${first}) rank where p.term = any($3)),
    places as (select row_number() over (order by ${inOrder}) i, rank from firsts order by i limit $1 offset $2)
    select ${COUNTED} total, s.ordered_at, array(${idsOf(variant, order)}) ids from s`;
  return { name: `first-${variant}-${order.key}-${sort}`, text, values: [rows, offset, any] };
}
