import type { Pool } from 'pg';
import type { CountedChoices } from '#domain/catalog/filters/choice-counts';
import type { AppliedFilter } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
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
  const { text, values } = choiceCountsStatement(variant, choices, today);
  const { rows } = await pool.query<CountedChoices>(text, [...values]);
  return rows[0] ?? { total: 0, rows: choices.map(() => 0) };
}
