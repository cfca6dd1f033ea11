import type { Pool } from 'pg';
import { type EntitySummary, summaryCounts, summaryGrowth } from '#domain/catalog/pages/entity-summaries';
import { MAX_TITLE_SOURCE_CHARACTERS } from '#domain/catalog/rows/first-sentence';
import { type EntityType, perEntity, variantOf } from '#domain/catalog/variants';
import { boardNameSql, tablesOf } from '#server/database/catalog-tables';

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
