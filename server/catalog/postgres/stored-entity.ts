import type { Pool } from 'pg';
import { countsOf, type Metric } from '#domain/catalog/metrics';
import type { StoredEntity } from '#domain/catalog/catalog';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';

type EntityRow = Record<string, unknown> & { readonly _id: string };

const NULL_LENGTH = -1;

/** The integers of an array as `array_send` writes it: 20 bytes of head, then each with its length before it. */
function decodeIntegerArray(bytes: unknown): (number | null)[] {
  if (!Buffer.isBuffer(bytes)) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getInt32(0) === 0 ? 0 : view.getInt32(12);
  const values: (number | null)[] = [];
  for (let element = 0, offset = 20; element < length; element++) {
    const isNull = view.getInt32(offset) === NULL_LENGTH;
    values.push(isNull ? null : view.getInt32(offset + 4));
    offset += isNull ? 4 : 8;
  }
  return values;
}

const decodeMinutes = (bytes: unknown): number[] => decodeIntegerArray(bytes) as number[];
const ranksOrEmpty = (value: unknown): (number | null)[] => (Array.isArray(value) ? (value as (number | null)[]) : []);

function entityStatement(entity: EntityType) {
  const { text, metrics, series, scores } = tablesOf(variantOf[entity]);
  const counts = countsOf[entity].map((metric) => `array_send(c.${metric}) series_${metric}`).join(', ');
  const owner =
    entity === 'pin'
      ? `, (select array_send(p.at) from pinner_series p where p._id = t.pinner_id) owner_at,
         (select array_send(p.follower_count) from pinner_series p where p._id = t.pinner_id) owner_followers`
      : '';
  return {
    name: `whole-${entity}`,
    text: `select t.*, m.*, array_send(c.at) "at", ${counts}, s.rank, s.previous_rank${owner}
      from ${text} t join ${metrics} m using (_id) left join ${series} c using (_id) left join ${scores} s using (_id) where t._id = $1`,
  };
}

/**
 * One entity whole, by its key in four tables: a single statement, a single shard. Its series come as the bytes Postgres sends arrays in:
 * as JSON they cost Postgres three times as much to write.
 */
export async function findStoredEntity(pool: Pool, entity: EntityType, id: string): Promise<StoredEntity | null> {
  const { rows } = await pool.query<EntityRow>({ ...entityStatement(entity), values: [id] });
  const [row] = rows;
  if (!row) return null;
  const counts = countsOf[entity].map((metric): [Metric, (number | null)[]] => [metric, decodeIntegerArray(row[`series_${metric}`])]);
  return {
    _id: row._id,
    fields: row,
    owner: { _id: (row['pinner_id'] as string | null) ?? null, username: (row['pinner_username'] as string | null) ?? null },
    source: String(row['source']),
    last_crawled_at: row['last_crawled_at'] instanceof Date ? row['last_crawled_at'].toISOString() : null,
    searchable: row['searchable'] === true,
    at: decodeMinutes(row['at']),
    counts: Object.fromEntries(counts),
    ranks: ranksOrEmpty(row['rank']),
    previous_ranks: ranksOrEmpty(row['previous_rank']),
    owner_at: decodeMinutes(row['owner_at']),
    owner_followers: decodeIntegerArray(row['owner_followers']),
  };
}
