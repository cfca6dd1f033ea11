import type { PoolClient } from 'pg';
import type { AppliedChanges, ImportRun, Batch, StagedTotals, ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { RunningImport } from '#server/catalog/import/postgres/running-import';
import { BloomFilter } from '#server/catalog/import/postgres/bloom-filter';
import { mergeBatch } from '#server/catalog/import/postgres/merge-batch';
import { refreshListStats } from '#server/catalog/import/postgres/refresh-list-stats';
import { changedIdsTable, dropStagingSql, stageRows, stagingTable } from '#server/catalog/import/postgres/staging-tables';
import type { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

/** Above this number of ids, the import is followed by a recompute of everything. */
const MAX_CHANGED_IDS = 50_000;

/** One import: its rows are copied to staging tables of its own, then merged in batches, each in one transaction. */
export class PostgresImportRun implements ImportRun {
  #batchCount = 0;
  #stagedRowCount = 0;
  /** Stored entities of which this run has staged a row that differs from the last merged one. */
  readonly #changedIdFilters = { board: new BloomFilter(), pinner: new BloomFilter(), pin: new BloomFilter() } as const;

  constructor(
    private readonly pool: ScopedPool,
    private readonly id: number,
    private readonly record: RunningImport,
    private readonly source: string,
    readonly now: Date,
    readonly staged: StagedTotals | null,
    private readonly journalId: number | undefined,
  ) {}

  async stageBatch(batch: Batch): Promise<void> {
    this.#batchCount += 1;
    await inTransaction(this.pool, async (client) => {
      for (const entity of entityTypes) {
        const rows = batch[entity];
        if (rows.length > 0)
          this.#stagedRowCount += await stageRows(
            client,
            this.id,
            entity,
            this.#batchCount,
            rows,
            this.#changedIdFilters[entity],
            this.journalId !== undefined,
          );
      }
    });
  }

  async seal(totals: StagedTotals): Promise<void> {
    for (const entity of entityTypes) await this.pool.query(`create index on ${stagingTable(this.id, entity)} (slice)`);
    await this.pool.query(
      `update import_runs set phase = 'applying', lines = $2, rejected = $3, staged = $4, applied_batch = 0 where id = $1`,
      [this.id, totals.lines, totals.rejected, this.#stagedRowCount],
    );
    await this.record.beginApplying(totals);
  }

  async apply(onProgress: (share: number) => void): Promise<AppliedChanges> {
    const batches = await this.#stagedBatches();
    const lastBatch = Math.max(0, ...batches.keys());
    // The last commit of a killed process may still be in progress: locking the row waits for it.
    const { rows } = await this.pool.query<{ applied_batch: number }>('select applied_batch from import_runs where id = $1 for update', [
      this.id,
    ]);
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (let batch = (rows[0]?.applied_batch ?? 0) + 1; batch <= lastBatch; batch++) {
      addCounts(sum, await inTransaction(this.pool, (client) => this.#applyBatch(client, batch, batches.get(batch) ?? [])));
      onProgress(batch / lastBatch);
    }
    return sum;
  }

  /** The entities that each batch has rows of. */
  async #stagedBatches(): Promise<Map<number, EntityType[]>> {
    const batches = new Map<number, EntityType[]>();
    for (const entity of entityTypes) {
      const { rows } = await this.pool.query<{ slice: number }>(`select distinct slice from ${stagingTable(this.id, entity)}`);
      for (const { slice: batch } of rows) batches.set(batch, [...(batches.get(batch) ?? []), entity]);
    }
    return batches;
  }

  async #applyBatch(client: PoolClient, batch: number, entities: readonly EntityType[]): Promise<AppliedChanges> {
    await client.query(`set local jit = off; set local synchronous_commit = off; set local work_mem = '64MB'`);
    const { id: runId, source, now, journalId } = this;
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (const entity of entities) addCounts(sum, await mergeBatch(client, { runId, entity, batch, source, now, journalId }));
    // Invalidates the scores of an interrupted recompute, which are of the rows before this batch.
    if (sum.inserted + sum.updated + sum.series > 0) await client.query('update catalog_stats set changed_at = clock_timestamp()');
    await client.query('update import_runs set applied_batch = $2 where id = $1', [runId, batch]);
    return sum;
  }

  async changedIds(): Promise<ChangedIds> {
    const changedIds: ChangedIds = {};
    for (const entity of entityTypes) {
      const { rows } = await this.pool.query<{ _id: string }>(
        `select distinct _id from ${changedIdsTable(this.id)} where entity = $1 ${dependentIdsSql(entity, changedIdsTable(this.id))} limit ${MAX_CHANGED_IDS + 1}`,
        [entity],
      );
      if (rows.length > 0) changedIds[entity] = rows.length > MAX_CHANGED_IDS ? 'all' : rows.map((row) => row._id);
    }
    return changedIds;
  }

  async finish(totals: StagedTotals, changes: AppliedChanges): Promise<void> {
    const { rows } = await this.pool.query<{ entity: EntityType; changed: number }>(
      `select entity, count(distinct _id)::int changed from ${changedIdsTable(this.id)} group by entity`,
    );
    for (const { entity, changed } of rows) await refreshListStats(this.pool, entity, changed);
    await this.#close(`phase = 'done'`);
    await this.record.finish(totals, changes);
  }

  async discard(totals: StagedTotals, reason: string): Promise<void> {
    await this.#close(`phase = 'refused', lines = $2, rejected = $3, reason = $4`, [totals.lines, totals.rejected, reason]);
    await this.record.refuse(totals, reason);
  }

  /** Drops the run's tables and records its outcome. */
  async #close(outcomeSql: string, values: readonly (number | string)[] = []): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query(`${dropStagingSql(this.id)}, ${changedIdsTable(this.id)}`);
      await client.query(`update import_runs set ${outcomeSql}, finished_at = now() where id = $1`, [this.id, ...values]);
    });
  }
}

/** The entities whose scores or checks look at changed ones: a pin's at its owner, those of boards and owners at their pins and boards. */
function dependentIdsSql(entity: EntityType, changed: string): string {
  const through = (column: string, table: 'boards' | 'pins', key: string, other: EntityType) =>
    `union select t.${column} from ${table} t join ${changed} o on o.entity = '${other}' and o._id = t.${key} where t.${column} is not null`;
  const ids = {
    board: through('board_id', 'pins', '_id', 'pin'),
    pinner: `${through('pinner_id', 'pins', '_id', 'pin')} ${through('pinner_id', 'boards', '_id', 'board')}`,
    pin: through('_id', 'pins', 'pinner_id', 'pinner'),
  };
  return ids[entity];
}

const addCounts = (sum: { inserted: number; updated: number; series: number }, counts: AppliedChanges): void => {
  sum.inserted += counts.inserted;
  sum.updated += counts.updated;
  sum.series += counts.series;
};
