import type { PoolClient } from 'pg';
import { BatchCollector } from '#domain/catalog/import/batches';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import { BloomFilter } from '#server/catalog/import/postgres/bloom-filter';
import { mergeBatch } from '#server/catalog/import/postgres/merge-batch';
import { analyzeTargets } from '#server/catalog/import/postgres/refresh-list-stats';
import { changedIdsTable, createStagingSql, dropStagingSql, stageRows } from '#server/catalog/import/postgres/staging-tables';
import { tablesOf } from '#server/database/catalog-tables';
import { deleteHistoriesSql } from '#server/database/history/history-sql';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { demoImportRows } from '#server/demo/demo-data';
import { saveDemoCleared, saveDemoLoaded } from '#server/demo/postgres/demo-settings';

/** The number of an import that no real one has. */
const DEMO_RUN = 0;

/** Stages and merges the rows of an entity as an import does, but in the caller's transaction and as one batch; returns their number. */
async function importEntity(client: PoolClient, entity: EntityType, now: Date): Promise<number> {
  const batches = new BatchCollector();
  const stage = () => stageRows(client, DEMO_RUN, entity, 1, batches.takeBatch()[entity], new BloomFilter());
  await client.query(createStagingSql(DEMO_RUN, entity));
  for (const row of demoImportRows(entity, now)) if (batches.add({ entity, row, references: [] })) await stage();
  if (!batches.isEmpty) await stage();
  const { inserted } = await mergeBatch(client, { runId: DEMO_RUN, entity, batch: 1, source: DEMO_SOURCE, now });
  for (const target of analyzeTargets[entity]) await client.query(`analyze ${target}`);
  return inserted;
}

/** Imports the demo into an empty catalog in one transaction; returns the number of rows. The caller recomputes scores and lists. */
export function loadDemo(pool: Pick<ConnectionPool, 'connect'>, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    await client.query(`create temp table ${changedIdsTable(DEMO_RUN)} (entity text, _id text) on commit drop`);
    let rows = 0;
    for (const entity of entityTypes) rows += await importEntity(client, entity, now);
    await client.query(dropStagingSql(DEMO_RUN));
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await saveDemoLoaded(client, rows);
    return rows;
  });
}

/** Deletes all demo rows with their histories and scores, and no rows of other sources; returns the number of rows. */
export function clearDemo(pool: Pick<ConnectionPool, 'connect'>, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    let removed = 0;
    for (const entity of entityTypes) {
      const { text, metrics, scores } = tablesOf(variantOf[entity]);
      const { rows } = await client.query<{ ids: string[] }>(`select array(select _id from ${text} where source = $1) ids`, [DEMO_SOURCE]);
      const deletions = [scores, metrics].map((table) => `delete from ${table} where _id = any($1)`);
      for (const statement of [...deletions, ...deleteHistoriesSql(entity)]) await client.query(statement, [rows[0]?.ids]);
      removed += (await client.query(`delete from ${text} where source = $1`, [DEMO_SOURCE])).rowCount ?? 0;
    }
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await saveDemoCleared(client);
    return removed;
  });
}
