import type { ClientBase } from 'pg';
import { firstOpenDay } from '#domain/catalog/history/readings';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { tablesOf } from '#server/database/catalog-tables';
import { copyRows } from '#server/database/copy/text-copy';
import { copyHistories } from './copy-histories.js';
import { LAST_DAY } from './random-series.js';
import { metricColumns, metricRows, scoreColumns, scoreRows, seriesRows, sharedColumns, textColumns, textRows } from './rows.js';
import { vocabulary } from './vocabulary.js';

/** Runs a step and records its duration. */
export type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

async function withoutIndexes(client: ClientBase, step: RunStep, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text "name", pg_get_indexdef(i.indexrelid) definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where not i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname ~ '^(board|pinner|pin)(s|_metrics)$'`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  await step('indexes of text and metrics', async () => {
    for (const { definition } of rows) await client.query(definition);
  });
}

async function copyEntity(client: ClientBase, entity: EntityType, size: number, words: readonly string[], step: RunStep): Promise<void> {
  const { text, metrics, scores } = tablesOf(variantOf[entity]);
  const textTableColumns = ['_id', ...textColumns[entity], ...sharedColumns];
  await step(`copy ${text}`, () => copyRows(client, text, textTableColumns, textRows(entity, size, words)));
  await step(`copy ${metrics}`, () => copyRows(client, metrics, ['_id', ...metricColumns[entity]], metricRows(entity, size)));
  await step(`copy histories of ${text}`, () => copyHistories(client, entity, () => seriesRows(entity, size)));
  await step(`copy ${scores}`, () => copyRows(client, scores, scoreColumns, scoreRows(entity, size)));
}

/** Fills a migrated, empty database with a catalog of this many rows of each kind. The same size gives the same catalog everywhere. */
export async function fillCatalog(client: ClientBase, size: number, step: RunStep): Promise<void> {
  const words = vocabulary();
  await client.query('update catalog_stats set open_from = $1', [firstOpenDay(LAST_DAY)]);
  await withoutIndexes(client, step, async () => {
    for (const entity of entityTypes) await copyEntity(client, entity, size, words, step);
  });
  await step('vacuum and analyse', async () => {
    for (const entity of entityTypes) {
      const { text, metrics, scores, histories, months, readings } = tablesOf(variantOf[entity]);
      for (const table of [text, metrics, scores, histories, months, readings]) await client.query(`vacuum (analyze) ${table}`);
    }
  });
  await client.query('update catalog_stats set total = $1, changed_at = to_timestamp($2 * 86400.0), scored_day = $2', [size, LAST_DAY]);
}
