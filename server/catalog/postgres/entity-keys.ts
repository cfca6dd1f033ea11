import type { Pool } from 'pg';
import type { KeyedEntity } from '#domain/catalog/catalog';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';

const tableOf = (entity: EntityType): string => tablesOf(variantOf[entity]).text;

/** The last id of the chunk after an id. */
export const chunkEndStatement = (entity: EntityType, after: string, chunkSize: number) => ({
  name: `chunk-end-${entity}`,
  text: `select _id from ${tableOf(entity)} where _id > $1 order by _id offset $2 limit 1`,
  values: [after, chunkSize - 1],
});

/** The next entities after an id. */
export const keyedEntitiesStatement = (entity: EntityType, after: string, limit: number) => ({
  name: `keyed-${entity}`,
  text: `select _id, case when t.searchable then m.last_crawled_at end crawled_at from ${tableOf(entity)} t join ${entity}_metrics m using (_id)
    where _id > $1 order by _id limit $2`,
  values: [after, limit],
});

/** Reads the ids after which chunks begin along the primary key, in short statements. */
export async function findChunkStarts(pool: Pool, entity: EntityType, chunkSize: number): Promise<readonly string[]> {
  const starts: string[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    starts.push(next);
    next = (await pool.query<{ _id: string }>(chunkEndStatement(entity, next, chunkSize))).rows[0]?._id;
  }
  const hasRows = (await listAfter(pool, entity, starts.at(-1) ?? '', 1)).length > 0;
  return hasRows ? starts : starts.slice(0, -1);
}

/** Reads the next entities along the primary key. */
export async function listAfter(pool: Pool, entity: EntityType, id: string, limit: number): Promise<readonly KeyedEntity[]> {
  return (await pool.query<KeyedEntity>(keyedEntitiesStatement(entity, id, limit))).rows;
}
