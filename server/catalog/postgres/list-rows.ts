import type { Pool } from 'pg';
import { type Column, columns } from '#domain/catalog/columns';
import type { StoredListRow } from '#domain/catalog/rows/stored-columns';
import { type EntityOf, entityOf, perVariant, type Variant } from '#domain/catalog/variants';
import { boardPicturesSql, tablesOf, titleSourceSql } from '#server/database/catalog-tables';
import type { RowExtra } from '#domain/catalog/contract';
import { defaultMetric, scoreColumnOf } from '#domain/catalog/metrics';
import { type DescribedSparkline, describedSparkline } from '#domain/analytics/growth/chart/described-sparkline';
import { firstSparklineMinute } from '#domain/catalog/rows/sparkline';
import { type Day, MINUTES_PER_DAY, monthOfDay } from '#domain/days';
import { decodeSeries, historyColumnsSql, type StoredHistory } from '#server/database/history/history-sql';

/** What a list row is made of: columns of `t` (texts) and `m` (metrics). */
export const listRowColumns = perVariant((variant) =>
  [
    't._id',
    titleSourceSql[entityOf[variant]],
    ...Object.entries<Column>(columns[entityOf[variant]]).flatMap(([name, { listed, table }]) =>
      listed ? `${table === 'texts' ? 't' : 'm'}.${name}` : [],
    ),
  ].join(', '),
);

/** The texts of a row that its search terms come from, besides its name. */
export interface SearchedTexts {
  readonly topics: readonly string[];
  readonly searches: readonly string[];
  readonly owner: readonly (string | null)[];
  readonly description: readonly (string | null)[];
}

/** A stored list row, with its searched texts if they were asked for. */
export type FetchedRow<V extends Variant> = StoredListRow<EntityOf<V>> & { readonly texts?: SearchedTexts };

const searchedTextsSql = (variant: Variant): string =>
  `, jsonb_build_object('topics', t.topics, 'searches', ${variant === 'pins' ? 't.queries' : "'{}'::text[]"},
    'owner', array[t.${variant === 'pinners' ? 'username' : 'pinner_username'}], 'description', array[t.description]) texts`;

/** Further columns that a page needs. */
interface ListRowParts {
  /** The texts that search terms come from. */
  readonly withTexts?: boolean;
  /** What screens show too: the pictures of boards without a cover, and whether the source still has the row. */
  readonly forScreen?: boolean;
}

/** The columns of list rows, over `t` (texts) and `m` (metrics), and a name for statements that select them. */
export interface ListRowSelection {
  readonly name: string;
  readonly columns: string;
}

export function selectListRows(
  variant: Variant,
  scoreColumn: number | null,
  { withTexts = false, forScreen = false }: ListRowParts = {},
): ListRowSelection {
  const { scores } = tablesOf(variant);
  const momentum = scoreColumn === null ? '' : `, (select s.score[${scoreColumn + 1}] from ${scores} s where s._id = t._id) momentum_score`;
  const pictures = forScreen && variant === 'boards' ? `, ${boardPicturesSql}` : '';
  return {
    name: `${variant}-${scoreColumn ?? 'plain'}${withTexts ? '-texts' : ''}${forScreen ? '-screen' : ''}`,
    columns: `${listRowColumns[variant]}${pictures}${momentum}${withTexts ? searchedTextsSql(variant) : ''}${forScreen ? ', t.searchable' : ''}`,
  };
}

/** The rows of a page, fetched by id and in the order of the ids. An id that was deleted meanwhile is skipped. */
export async function fetchListRows<V extends Variant>(
  pool: Pool,
  variant: V,
  ids: readonly string[],
  scoreColumn: number | null,
  parts: ListRowParts = {},
): Promise<FetchedRow<V>[]> {
  if (ids.length === 0) return [];
  const { text, metrics } = tablesOf(variant);
  const { name, columns: selected } = selectListRows(variant, scoreColumn, parts);
  const { rows } = await pool.query<FetchedRow<V>>({
    name: `list-rows-${name}`,
    text: `select ${selected} from ${text} t join ${metrics} m using (_id) where t._id = any($1)`,
    values: [ids],
  });
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  return ids.flatMap((id) => rowsById.get(id) ?? []);
}

/** Fields that list rows have only if they are asked for. */
interface RowExtras extends Partial<DescribedSparkline> {
  readonly growth_last_30_days?: number | null;
}

interface ExtrasRow extends StoredHistory {
  readonly _id: string;
  readonly growth: number | null;
}

/** Returns the asked fields of rows by id. */
export async function fetchRowExtras(
  pool: Pool,
  variant: Variant,
  ids: readonly string[],
  asked: readonly RowExtra[],
  today: Day,
): Promise<(id: string) => RowExtras> {
  const hasSparkline = asked.includes('sparkline');
  const hasGrowth = asked.includes('growth_last_30_days');
  if (ids.length === 0 || !(hasSparkline || hasGrowth)) return () => ({});
  const firstMinute = firstSparklineMinute(today);
  const { histories, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const metric = defaultMetric[entity];
  // The months of the last 90 days, and the growth over 30 days of the last recompute.
  const { rows } = await pool.query<ExtrasRow>({
    name: `row-extras-${variant}`,
    text: `select _id, ${historyColumnsSql(entity, 'h.key', '$2::integer')}, s.growth[${scoreColumnOf(entity, metric, '30_days') + 1}] growth
      from ${histories} h left join ${scores} s using (_id) where _id = any($1)`,
    values: [ids, monthOfDay(Math.floor(firstMinute / MINUTES_PER_DAY)).from],
  });
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  return (id) => {
    const row = rowsById.get(id);
    const { at, counts } = decodeSeries(entity, row ?? { sealed: null, open: null });
    const start = at.findIndex((minute) => minute >= firstMinute);
    const recent = start < 0 ? at.length : start;
    const sparkline = describedSparkline(at.slice(recent), counts[metric]?.slice(recent) ?? [], today, metric);
    return { ...(hasSparkline ? sparkline : {}), ...(hasGrowth ? { growth_last_30_days: row?.growth ?? null } : {}) };
  };
}
