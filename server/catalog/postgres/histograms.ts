import type { Pool } from 'pg';
import type { RangeFilter } from '#domain/catalog/filters/filters';
import { DEFAULT_LIST_PERIOD, defaultMetric, scoreColumnOf } from '#domain/catalog/metrics';
import { entityOf, MOMENTUM_ORDER, type Variant } from '#domain/catalog/variants';
import type { Statement } from '#server/catalog/postgres/lists/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

/** The rows from each edge ($1) to below the next one, by the position of the edge: one pass over the numbers of a list. */
function histogramStatement(variant: Variant, { reads }: RangeFilter, edges: readonly number[]): Statement {
  const { metrics, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const isMomentum = reads === MOMENTUM_ORDER;
  const value = isMomentum ? `m.score[${scoreColumnOf(entity, defaultMetric[entity], DEFAULT_LIST_PERIOD) + 1}]` : `m.${reads}`;
  const text = `select width_bucket(${value}::float8, $1::float8[]) position, count(*)::int total
    from ${isMomentum ? scores : metrics} m where ${value} is not null group by 1`;
  return { text, values: [edges] };
}

/** Counts in the tables themselves. */
export async function countBins(pool: Pool, variant: Variant, filter: RangeFilter, edges: readonly number[]): Promise<readonly number[]> {
  const { text, values } = histogramStatement(variant, filter, edges);
  const { rows } = await pool.query<{ position: number; total: number }>(text, [...values]);
  const totals = new Map(rows.map(({ position, total }) => [position, total]));
  return edges.map((_, index) => totals.get(index + 1) ?? 0);
}
