import type { PoolClient } from 'pg';
import { BatchCollector } from '#domain/catalog/import/batches';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import { BloomFilter, changedIdsTable, createStagingSql, dropStagingSql, stageRows } from '#server/catalog/import/postgres/staging-tables';
import { mergeBatch } from '#server/catalog/import/postgres/merge-batch';
import { moveChanges, unsealBatchesWith } from '#server/catalog/import/postgres/packed-changes';
import { analyzeTargets } from '#server/catalog/import/postgres/refresh-list-stats';
import { markTextsChanged } from '#server/database/catalog-stats';
import { forgetChangesSql, tablesOf } from '#server/database/catalog-tables';
import { deleteHistoriesSql } from '#server/database/history/history-sql';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { demoImportRows } from '#server/demo/demo-data';
import { saveDemoLoaded, saveDemoRemoval } from '#server/demo/postgres/demo-settings';

/** The number of an import that no real one has. */
const DEMO_RUN = 0;

/** Stages and merges the rows of an entity as an import does, but in the caller's transaction and as one batch; returns their number. */
async function importEntity(client: PoolClient, entity: EntityType, now: Date): Promise<number> {
  const batches = new BatchCollector();
  const stage = () => stageRows(client, DEMO_RUN, entity, () => 1, batches.takeBatch()[entity], new BloomFilter());
  await client.query(createStagingSql(DEMO_RUN, entity));
  for (const row of demoImportRows(entity, now)) if (batches.add({ entity, row, references: [] })) await stage();
  if (!batches.isEmpty) await stage();
  const { inserted } = await mergeBatch(client, { runId: DEMO_RUN, entity, batch: 1, source: DEMO_SOURCE, now });
  await markTextsChanged(client, [variantOf[entity]]);
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

/** Rows per transaction, so that a removal holds no lock for long and resumes where it was interrupted. */
const ROWS_PER_REMOVAL = 1_000;

/** Deletes a set of the demo rows of an entity with their histories and scores. Returns their number. */
async function removeRows(client: PoolClient, entity: EntityType): Promise<number> {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const { rows } = await client.query<{ ids: string[] }>(
    `select array(select _id from ${text} where source = $1 limit ${ROWS_PER_REMOVAL}) ids`,
    [DEMO_SOURCE],
  );
  const deletions = [
    forgetChangesSql(entity, 'select unnest($1::text[])'),
    ...[scores, metrics].map((table) => `delete from ${table} where _id = any($1)`),
  ];
  for (const statement of [...deletions, ...deleteHistoriesSql(entity)]) await client.query(statement, [rows[0]?.ids]);
  await markTextsChanged(client, [variantOf[entity]]);
  return (await client.query(`delete from ${text} where _id = any($1)`, [rows[0]?.ids])).rowCount ?? 0;
}

/** What sealed batches that met rows of the demo have. */
const SEALED_DEMO_SOURCE = String.raw`\"source\": \"${DEMO_SOURCE}\"`;

const sourceOf = (record: string): string => `coalesce(${record}.before ->> 'source', ${record}.before -> 'row' ->> 'source')`;

/** Makes the rows of the demo that imports have changed new rows of these imports: taking one back must not bring a demo row back. */
async function forgetMetRows(client: PoolClient): Promise<void> {
  await unsealBatchesWith(client, SEALED_DEMO_SOURCE);
  const { rows: batches } = await client.query<{ first_id: number; ids: string[] }>(
    `select p.first_id, array_agg(u._id) ids from packed_changes p, unnest(p.ids, p.before) u(_id, before)
     where u._id is not null and ${sourceOf('u')} = $1 group by p.first_id order by p.first_id`,
    [DEMO_SOURCE],
  );
  for (const { first_id: batch, ids } of batches) await moveChanges(client, batch, ids);
  await client.query(`update import_changes c set before = null, readings = null where ${sourceOf('c')} = $1`, [DEMO_SOURCE]);
}

/** Deletes all demo rows, and no rows of other sources, in sets; returns their number. The demo counts as being removed from then on. */
export async function clearDemo(pool: Pick<ConnectionPool, 'connect'>, now: Date): Promise<number> {
  await inTransaction(pool, saveDemoRemoval);
  await inTransaction(pool, forgetMetRows);
  let removed = 0;
  for (const entity of entityTypes)
    for (let rows = ROWS_PER_REMOVAL; rows > 0; removed += rows) rows = await inTransaction(pool, (client) => removeRows(client, entity));
  await inTransaction(pool, (client) => client.query(`update catalog_stats set changed_at = $1`, [now]));
  return removed;
}
