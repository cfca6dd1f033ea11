import type { PoolClient } from 'pg';
import type { AppliedChanges } from '#domain/catalog/import/import-runs';
import type { EntityType } from '#domain/catalog/variants';
import * as sql from '#server/catalog/import/postgres/merge-sql';
import { termsOfFields } from '#server/catalog/import/postgres/staging-tables';

/** A merge of the rows of one entity in one batch of a run. */
export interface MergeRequest {
  readonly runId: number;
  readonly entity: EntityType;
  readonly batch: number;
  readonly source: string;
  readonly now: Date;
}

const noChanges: AppliedChanges = { inserted: 0, updated: 0, series: 0 };
const ROWS_PER_TERMS_UPDATE = 2_000;

/**
 * Merges a batch of staged rows into the catalog, inside the caller's transaction. A row that was crawled no earlier than the stored one
 * replaces every value it has; an older one, or a reference, only fills unknown values. A known value never becomes unknown. Rows that
 * would not change are not written, so that a repeated import leaves no dead rows.
 */
export async function mergeBatch(client: PoolClient, request: MergeRequest): Promise<AppliedChanges> {
  const { runId, entity, batch } = request;
  for (const statement of sql.collectIncomingSql(runId, entity, batch)) await client.query(statement);
  const { rows } = await client.query<{ unseen: number; seen: number }>(sql.countIncomingSql(entity));
  const { unseen = 0, seen = 0 } = rows[0] ?? {};
  if (unseen + seen === 0) return noChanges;
  const added = await insertNewRows(client, request, unseen > 0);
  const merged = seen > 0 ? await mergeSeenRows(client, request) : noChanges;
  return { inserted: added.inserted, updated: merged.updated, series: added.series + merged.series };
}

/** Inserts new entities. Unseen ones get their series and metrics without a merge. */
async function insertNewRows(
  client: PoolClient,
  { runId, entity, source, now }: MergeRequest,
  hasUnseen: boolean,
): Promise<AppliedChanges> {
  await computeTerms(client, entity, sql.selectNewWithoutTermsSql(entity), `incoming_${entity}`);
  const inserted = await writtenRows(client, sql.insertNewSql(entity), [source, now]);
  const series = hasUnseen ? await writtenRows(client, sql.insertUnseenSeriesSql(entity)) : 0;
  if (hasUnseen) await client.query(sql.insertUnseenMetricsSql(entity));
  await client.query(sql.recordNewIdsSql(runId, entity));
  return { inserted, updated: 0, series };
}

/** Merges rows whose entity or series is stored: texts, then series, then the metrics that depend on them. */
async function mergeSeenRows(client: PoolClient, { runId, entity, source, now }: MergeRequest): Promise<AppliedChanges> {
  await client.query(sql.collectChangedSql(entity));
  await computeTerms(client, entity, sql.selectWithChangedTextSql(entity), `changed_${entity}`);
  const updated = await writtenRows(client, sql.updateChangedSql(entity), [source, now]);
  await client.query(sql.collectSeriesSql(entity));
  let series = 0;
  for (const statement of sql.mergeSeriesSql(runId, entity)) series += await writtenRows(client, statement);
  for (const statement of sql.mergeMetricsSql(entity)) await client.query(statement);
  await client.query(sql.updateContentHashSql(entity));
  await client.query(sql.recordChangedIdsSql(runId, entity));
  return { inserted: 0, updated, series };
}

async function writtenRows(client: PoolClient, statement: string, values: readonly unknown[] = []): Promise<number> {
  return (await client.query(statement, [...values])).rowCount ?? 0;
}

/** Computes the search terms of the selected rows, in the one function that also parses queries. */
async function computeTerms(client: PoolClient, entity: EntityType, selectSql: string, table: string): Promise<void> {
  const { rows } = await client.query<{ _id: string }>(selectSql);
  for (let start = 0; start < rows.length; start += ROWS_PER_TERMS_UPDATE) {
    const chunk = rows.slice(start, start + ROWS_PER_TERMS_UPDATE);
    const terms = chunk.map((row) => termsOfFields(entity, { ...row }));
    const joined = (values: (one: ReadonlyMap<string, number>) => Iterable<unknown>) => terms.map((one) => [...values(one)].join('\x1f'));
    const ids = chunk.map((row) => row._id);
    await client.query(sql.setTermsSql(table), [ids, joined((one) => one.keys()), joined((one) => one.values())]);
  }
}
