import type { PoolClient } from 'pg';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { DEMO_SOURCE } from '#domain/site/demo';
import { tablesOf } from '#server/database/catalog-tables';
import { copyRows } from '#server/database/copy/text-copy';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { demoEntities } from '#server/demo/demo-catalog';
import { type DemoOwnership, demoOwnership } from '#server/demo/demo-owners';
import { metricCells, metricColumns, seriesCells, seriesColumns, textCells, textColumns } from '#server/demo/demo-rows';
import { saveDemoCleared, saveDemoLoaded } from '#server/demo/postgres/demo-settings';

async function loadEntities(client: PoolClient, entity: EntityType, ownership: DemoOwnership, now: Date): Promise<number> {
  const { text, metrics, series } = tablesOf(variantOf[entity]);
  const items = [...demoEntities(entity, now, ownership)];
  const textRows = items.map((item) => textCells(entity, item, now));
  await copyRows(client, text, textColumns(entity), textRows);
  const metricRows = items.map((item) => metricCells(entity, item));
  await copyRows(client, metrics, metricColumns(entity), metricRows);
  await copyRows(
    client,
    series,
    seriesColumns(entity),
    items.map(seriesCells).filter((row) => row !== null),
  );
  await client.query(`analyze ${text}; analyze ${metrics}; analyze ${series}`);
  return items.length;
}

/** Fills an empty catalog with the demo in one transaction; returns the number of rows. The caller recomputes scores and lists. */
export function loadDemo(pool: Pick<ConnectionPool, 'connect'>, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    const ownership = demoOwnership();
    let rows = 0;
    for (const entity of entityTypes) rows += await loadEntities(client, entity, ownership, now);
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await saveDemoLoaded(client, rows);
    return rows;
  });
}

/** Deletes all demo rows with their series and scores, and no rows of other sources; returns the number of rows. */
export function clearDemo(pool: Pick<ConnectionPool, 'connect'>, now: Date): Promise<number> {
  return inTransaction(pool, async (client) => {
    let removed = 0;
    for (const entity of entityTypes) {
      const { text, metrics, series, scores } = tablesOf(variantOf[entity]);
      for (const table of [scores, series, metrics]) {
        await client.query(`delete from ${table} where _id in (select _id from ${text} where source = $1)`, [DEMO_SOURCE]);
      }
      removed += (await client.query(`delete from ${text} where source = $1`, [DEMO_SOURCE])).rowCount ?? 0;
    }
    await client.query(`update catalog_stats set changed_at = $1`, [now]);
    await saveDemoCleared(client);
    return removed;
  });
}
