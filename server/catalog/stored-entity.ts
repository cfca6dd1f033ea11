import type { Pool } from 'pg';
import { countsOf, type Metric } from '#domain/analytics/metrics';
import type { StoredEntity } from '#domain/catalog/catalog';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/catalog/tables';

type Whole = Record<string, unknown> & { readonly _id: string };

const numbers = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);
const countsOrNulls = (value: unknown): (number | null)[] => (Array.isArray(value) ? (value as (number | null)[]) : []);

function statement(entity: EntityType) {
  const { text, metrics, series, scores } = tablesOf(variantOf[entity]);
  const counts = countsOf[entity].map((metric) => `to_json(c.${metric}) series_${metric}`).join(', ');
  const owner =
    entity === 'pin'
      ? `, (select to_json(p.at) from pinner_series p where p._id = t.pinner_id) owner_at,
         (select to_json(p.follower_count) from pinner_series p where p._id = t.pinner_id) owner_followers`
      : '';
  return {
    name: `whole-${entity}`,
    text: `select t.*, m.*, to_json(c.at) "at", ${counts}, s.rank, s.previous_rank${owner}
      from ${text} t join ${metrics} m using (_id) left join ${series} c using (_id) left join ${scores} s using (_id) where t._id = $1`,
  };
}

/** Arrays come as JSON: the driver reads that several times faster than Postgres' own form of them. */
/** One entity whole, by its key in four tables: a single statement, a single shard. */
export async function storedEntity(pool: Pool, entity: EntityType, id: string): Promise<StoredEntity | null> {
  const { rows } = await pool.query<Whole>({ ...statement(entity), values: [id] });
  const [row] = rows;
  if (!row) return null;
  const counts = countsOf[entity].map((metric): [Metric, (number | null)[]] => [metric, countsOrNulls(row[`series_${metric}`])]);
  return {
    _id: row._id,
    fields: row,
    owner: { _id: (row['pinner_id'] as string | null) ?? null, username: (row['pinner_username'] as string | null) ?? null },
    source: String(row['source']),
    last_crawled_at: row['last_crawled_at'] instanceof Date ? row['last_crawled_at'].toISOString() : null,
    searchable: row['searchable'] === true,
    at: numbers(row['at']),
    counts: Object.fromEntries(counts),
    ranks: countsOrNulls(row['rank']),
    previous_ranks: countsOrNulls(row['previous_rank']),
    owner_at: numbers(row['owner_at']),
    owner_followers: countsOrNulls(row['owner_followers']),
  };
}
