import type { PoolClient } from 'pg';
import type { AppliedChanges } from '#domain/catalog/import/import-runs';
import { termsOfRow } from '#domain/catalog/keywords/row-terms';
import type { EntityType } from '#domain/catalog/variants';
import * as sql from '#server/catalog/import/postgres/merge-sql';
import { recordChangesSql } from '#server/catalog/import/postgres/import-journals';
import { packChangesSql } from '#server/catalog/import/postgres/packed-changes';
import { mergeHistories } from '#server/catalog/import/postgres/merge-histories';

/** A merge of the rows of one entity in one batch of a run. */
interface MergeRequest {
  readonly runId: number;
  readonly entity: EntityType;
  readonly batch: number;
  readonly source: string;
  readonly now: Date;
  /** The journal that the rows and what they replace are recorded in; without one, the import cannot be taken back. */
  readonly journalId?: number | undefined;
}

interface MergedChanges extends AppliedChanges {
  /** Whether texts have changed or rows have come. The caller then marks the list (`markTextsChanged`), because it knows in which order to lock. */
  readonly changesTexts: boolean;
}

const ROWS_PER_TERMS_UPDATE = 2_000;

/**
 * Merges a batch of staged rows into the catalog, inside the caller's transaction. A row that was crawled no earlier than the stored one
 * replaces every value it has; an older one, or a reference, only fills unknown values. A known value never becomes unknown. Rows that
 * would not change are not written, so that a repeated import leaves no dead rows.
 */
export async function mergeBatch(client: PoolClient, request: MergeRequest): Promise<MergedChanges> {
  const { runId, entity, batch } = request;
  for (const statement of sql.collectIncomingSql(runId, entity, batch)) await client.query(statement);
  await client.query(sql.collectChangedSql(entity));
  if (request.journalId !== undefined) await client.query(recordChangesSql(runId, entity, batch));
  const changes = await mergeIncoming(client, request);
  if (request.journalId !== undefined) await client.query(packChangesSql(entity), [request.journalId]);
  return changes;
}

/** Merges the collected rows. */
async function mergeIncoming(client: PoolClient, request: MergeRequest): Promise<MergedChanges> {
  const { runId, entity, source, now } = request;
  const { rows } = await client.query<{ added: number; known: number }>(sql.countIncomingSql(entity));
  const { added = 0, known = 0 } = rows[0] ?? {};
  if (added + known === 0) return { inserted: 0, updated: 0, series: 0, changesTexts: false };
  await computeTerms(client, entity, sql.selectNewWithoutTermsSql(entity), `incoming_${entity}`);
  await computeTerms(client, entity, sql.selectWithChangedTextSql(entity), `changed_${entity}`);
  const inserted = added > 0 ? await client.query(sql.insertNewSql(entity), [source, now]) : null;
  const changed = known > 0 ? await client.query(sql.updateChangedSql(entity), [source, now]) : null;
  const series = await mergeHistories(client, request);
  const metrics = sql.mergeMetricsSql(runId, entity);
  const updated = known > 0 ? await client.query(metrics.update) : null;
  await client.query(metrics.insert);
  const changesTexts = Boolean(inserted?.rowCount || changed?.rowCount);
  return { inserted: inserted?.rowCount ?? 0, updated: updated?.rowCount ?? 0, series, changesTexts };
}

/** Computes the search terms of the selected rows, in the one function that also parses queries. */
export async function computeTerms(
  client: PoolClient,
  entity: EntityType,
  selectSql: string,
  table: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const { rows } = await client.query<{ _id: string }>(selectSql, [...values]);
  for (let start = 0; start < rows.length; start += ROWS_PER_TERMS_UPDATE) {
    const chunk = rows.slice(start, start + ROWS_PER_TERMS_UPDATE);
    const terms = chunk.map((row) => termsOfRow(entity, row._id, { ...row }));
    const joined = (values: (one: ReadonlyMap<string, number>) => Iterable<unknown>) => terms.map((one) => [...values(one)].join('\x1f'));
    const ids = chunk.map((row) => row._id);
    await client.query(sql.setTermsSql(table), [ids, joined((one) => one.keys()), joined((one) => one.values())]);
  }
}
