import type { Pool } from 'pg';
import type { RowExtra } from '#domain/catalog/contract';
import { defaultMetric, scoreColumnOf } from '#domain/catalog/metrics';
import { type DescribedSparkline, describedSparkline } from '#domain/analytics/growth/chart/described-sparkline';
import { firstSparklineMinute } from '#domain/catalog/rows/sparkline';
import { entityOf, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { tablesOf } from '#server/database/catalog-tables';
import { decodeIntegerArray, decodeMinutes } from '#server/database/copy/integer-array';

/** Fields that list rows have only if they are asked for. */
export interface RowExtras extends Partial<DescribedSparkline> {
  readonly growth_last_30_days?: number | null;
}

interface ExtrasRow {
  readonly _id: string;
  readonly at: Buffer | null;
  readonly counts: Buffer | null;
  readonly growth: number | null;
}

/** The last 90 days of the series, as bytes; crawl times are in order. And the growth over 30 days of the last recompute. */
function extrasSql(variant: Variant): string {
  const { series, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const metric = defaultMetric[entity];
  const recent = (column: string) => `array_send(c.${column}[width_bucket($2::integer - 1, c.at) + 1 :])`;
  return `select _id, ${recent('at')} "at", ${recent(metric)} counts, s.growth[${scoreColumnOf(entity, metric, '30_days') + 1}] growth
    from ${series} c left join ${scores} s using (_id) where _id = any($1)`;
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
  const { rows } = await pool.query<ExtrasRow>({
    name: `row-extras-${variant}`,
    text: extrasSql(variant),
    values: [ids, firstSparklineMinute(today)],
  });
  const metric = defaultMetric[entityOf[variant]];
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  return (id) => {
    const row = rowsById.get(id);
    const sparkline = describedSparkline(decodeMinutes(row?.at), decodeIntegerArray(row?.counts), today, metric);
    return { ...(hasSparkline ? sparkline : {}), ...(hasGrowth ? { growth_last_30_days: row?.growth ?? null } : {}) };
  };
}
