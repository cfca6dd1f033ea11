import type { Pool } from 'pg';
import type { AppliedFilter } from '#domain/catalog/filters/applied-filters';
import type { CountedChoices } from '#domain/catalog/filters/choice-counts';
import type { RangeFilter } from '#domain/catalog/filters/filter-kinds';
import { scoreColumnOf, defaultMetric, DEFAULT_LIST_PERIOD } from '#domain/catalog/metrics';
import { MOMENTUM_ORDER } from '#domain/catalog/orders';
import { entityOf, type Variant } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { filterConditions } from '#server/catalog/postgres/lists/filter-sql';
import type { Statement } from '#server/catalog/postgres/lists/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

/** All rows, then those of each choice: one pass over the numbers of a list. Postgres leaves out the join if no choice reads a text. */
export function choiceCountsStatement(variant: Variant, choices: readonly AppliedFilter[], today: Day): Statement {
  const { text: texts, metrics } = tablesOf(variant);
  const values: unknown[] = [];
  const counts = choices.map((choice) => {
    const { conditions, values: bounds } = filterConditions(variant, { applied: [choice], today, scoreColumn: 0 }, values.length + 1);
    values.push(...bounds);
    return `count(*) filter (where ${conditions.join(' and ')})`;
  });
  const text = `select count(*)::int total, array[${counts.join(', ')}]::int[] "rows"
    from ${metrics} m left join ${texts} t on t._id = m._id`;
  return { text, values };
}

/** Counts in the tables themselves. */
export async function countChoices(pool: Pool, variant: Variant, choices: readonly AppliedFilter[], today: Day): Promise<CountedChoices> {
  const { rows } = await pool.query<CountedChoices>(choiceCountsStatement(variant, choices, today));
  return rows[0] ?? { total: 0, rows: choices.map(() => 0) };
}

/** The rows from each edge to below the next one, by the position of the edge: one pass over the numbers of a list. */
export async function countBins(
  pool: Pool,
  variant: Variant,
  { reads }: RangeFilter,
  edges: readonly number[],
): Promise<readonly number[]> {
  const { metrics, scores } = tablesOf(variant);
  const entity = entityOf[variant];
  const isMomentum = reads === MOMENTUM_ORDER;
  const value = isMomentum ? `m.score[${scoreColumnOf(entity, defaultMetric[entity], DEFAULT_LIST_PERIOD) + 1}]` : `m.${reads}`;
  const { rows } = await pool.query<{ position: number; total: number }>(
    `select width_bucket(${value}::float8, $1::float8[]) position, count(*)::int total
     from ${isMomentum ? scores : metrics} m where ${value} is not null group by 1`,
    [edges],
  );
  const totals = new Map(rows.map(({ position, total }) => [position, total]));
  return edges.map((_, index) => totals.get(index + 1) ?? 0);
}
