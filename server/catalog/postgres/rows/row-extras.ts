import type { Pool } from 'pg';
import type { RowExtra } from '#domain/catalog/contract';
import { defaultMetric, scoreColumnOf } from '#domain/catalog/metrics';
import { type DescribedSparkline, describedSparkline } from '#domain/analytics/growth/chart/described-sparkline';
import { firstSparklineMinute } from '#domain/catalog/rows/sparkline';
import { entityOf, type Variant } from '#domain/catalog/variants';
import { type Day, MINUTES_PER_DAY, monthOfDay } from '#domain/days';
import { historyTablesOf, tablesOf } from '#server/database/catalog-tables';
import { decodeSeries, type StoredHistory } from '#server/database/history/history-bytes';
import { historyColumnsSql } from '#server/database/history/history-sql';

/** Fields that list rows have only if they are asked for. */
export interface RowExtras extends Partial<DescribedSparkline> {
  readonly growth_last_30_days?: number | null;
}

interface ExtrasRow extends StoredHistory {
  readonly _id: string;
  readonly growth: number | null;
}

/** The months of the last 90 days, and the growth over 30 days of the last recompute. */
function extrasSql(variant: Variant): string {
  const { scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const metric = defaultMetric[entity];
  return `select _id, ${historyColumnsSql(entity, 'h.key', '$2::integer')}, s.growth[${scoreColumnOf(entity, metric, '30_days') + 1}] growth
    from ${historyTablesOf(entity).histories} h left join ${scores} s using (_id) where _id = any($1)`;
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
  const { rows } = await pool.query<ExtrasRow>({
    name: `row-extras-${variant}`,
    text: extrasSql(variant),
    values: [ids, monthOfDay(Math.floor(firstMinute / MINUTES_PER_DAY)).from],
  });
  const entity = entityOf[variant];
  const metric = defaultMetric[entity];
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
