import type { Pool } from 'pg';
import type { Variant } from '#domain/catalog/variants';
import type { KeywordTerms } from '#server/catalog/postgres/lists/list-statement';
import { tablesOf } from '#server/database/catalog-tables';

/** The metric that each list is sorted by. */
export const mainMetric = { boards: 'follower_count', pinners: 'follower_count', pins: 'saves' } as const satisfies Record<Variant, string>;

/** A simple keyword search without a read model: sorts the hits of the keyword index and counts them. */
export async function plainGin(pool: Pool, variant: Variant, terms: KeywordTerms): Promise<number> {
  const { text, metrics } = tablesOf(variant);
  const filter = terms.any ? 't.terms && $1' : 't.terms @> $1';
  const values = [terms.any ?? terms.all];
  // `+ 0` keeps the planner on the keyword index. The statement has no name, so that it is planned for its words each time.
  await pool.query({
    text: `select t._id from ${text} t join ${metrics} m using (_id) where ${filter} order by m.${mainMetric[variant]} + 0 desc nulls last, t._id limit 10`,
    values,
  });
  const { rows } = await pool.query<{ total: number }>({
    text: `select count(*)::int total from ${text} t where ${filter}`,
    values,
  });
  return rows[0]?.total ?? 0;
}
