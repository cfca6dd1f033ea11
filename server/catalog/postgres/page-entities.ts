import type { Pool } from 'pg';
import type { KeyedEntity } from '#domain/catalog/catalog';
import { type EntityType, variantOf, perEntity } from '#domain/catalog/variants';
import { tablesOf, boardNameSql } from '#server/database/catalog-tables';
import { type EntitySummary, summaryCounts, summaryGrowth } from '#domain/catalog/pages/entity-summaries';
import { MAX_TITLE_SOURCE_CHARACTERS } from '#domain/catalog/rows/first-sentence';

const statements = perEntity((entity) => {
  const { text, metrics } = tablesOf(variantOf[entity]);
  const titleSource =
    entity === 'pin'
      ? `t.link, t.domain, ${boardNameSql} board_name, t.owner_name`
      : 'null link, null domain, null board_name, null owner_name';
  const counts = summaryCounts[entity].map((column) => `'${column}', m.${column}`).join(', ');
  return {
    name: `entity-summary-${entity}`,
    text: `select t._id, t.name, t.${entity === 'pinner' ? 'username' : 'pinner_username'} username,
        left(t.description, ${MAX_TITLE_SOURCE_CHARACTERS}) description, ${titleSource}, t.image_url, t.searchable, m.last_crawled_at,
        json_build_object(${counts}) counts, m.${summaryGrowth[entity]} growth
      from ${text} t join ${metrics} m using (_id) where t._id = $1`,
  };
});

/** The summary of one entity. */
export const entitySummaryStatement = (entity: EntityType, id: string) => ({ ...statements[entity], values: [id] });

/** Reads a summary by the key of two tables. */
export async function findSummary(pool: Pool, entity: EntityType, id: string): Promise<EntitySummary | null> {
  return (await pool.query<EntitySummary>(entitySummaryStatement(entity, id))).rows[0] ?? null;
}

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
