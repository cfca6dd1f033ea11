import type { PoolClient } from 'pg';
import type { AppliedChanges, ImportRun, Batch, StagedTotals, ChangedIds } from '#domain/catalog/import/catalog-import';
import { type EntityType, entityTypes, orderings, variantOf } from '#domain/catalog/variants';
import { BloomFilter } from '#server/catalog/import/bloom-filter';
import { type MergeStatements, mergeStatements } from '#server/catalog/import/postgres/merge-sql';
import { dropStagingSql, stageRows, stagingTable, termsOfFields, changedIdsTable } from '#server/catalog/import/postgres/staging-tables';
import type { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

/** More ids than this are not named one by one to whoever computes from them. */
const MAX_CHANGED_IDS = 50_000;

/** From this share of a table on new statistics are made of it after an import, as Postgres itself would. */
const MIN_CHANGED_SHARE_TO_ANALYZE = 0.1;

/** What queries look rows up by or order them by; statistics of the rest take longer to make and help nobody. */
const analyzeTargets: Readonly<Record<EntityType, readonly string[]>> = {
  board: ['boards (_id, terms, pinner_id)', 'board_metrics', 'board_series (_id)'],
  pinner: ['pinners (_id, terms)', 'pinner_metrics', 'pinner_series (_id)'],
  pin: ['pins (_id, terms, pinner_id)', 'pin_metrics', 'pin_series (_id)'],
};

/** One import: its rows wait in tables of its own and are merged in sets, slice by slice. */
export class PostgresImportRun implements ImportRun {
  #batchCount = 0;
  #stagedRowCount = 0;
  /** Those who are there already, and of whom this run says something else than the last one did. */
  readonly #changedIdFilters = { board: new BloomFilter(), pinner: new BloomFilter(), pin: new BloomFilter() } as const;

  constructor(
    private readonly pool: ScopedPool,
    private readonly id: number,
    private readonly source: string,
    readonly now: Date,
    readonly staged: StagedTotals | null,
  ) {}

  async stageBatch(batch: Batch): Promise<void> {
    this.#batchCount += 1;
    await inTransaction(this.pool, async (client) => {
      for (const entity of entityTypes) {
        const rows = batch[entity];
        if (rows.length > 0)
          this.#stagedRowCount += await stageRows(client, this.id, entity, this.#batchCount, rows, this.#changedIdFilters[entity]);
      }
    });
  }

  async seal(totals: StagedTotals): Promise<void> {
    for (const entity of entityTypes) await this.pool.query(`create index on ${stagingTable(this.id, entity)} (slice)`);
    await this.pool.query(
      `update import_runs set phase = 'applying', lines = $2, rejected = $3, staged = $4, applied_slice = 0 where id = $1`,
      [this.id, totals.lines, totals.rejected, this.#stagedRowCount],
    );
  }

  async apply(onProgress: (share: number) => void): Promise<AppliedChanges> {
    const batches = await this.#stagedBatches();
    const lastBatch = Math.max(0, ...batches.keys());
    // A killed try may have its last commit under way: whoever locks the row waits for it.
    const { rows } = await this.pool.query<{ applied_slice: number }>('select applied_slice from import_runs where id = $1 for update', [
      this.id,
    ]);
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (let batch = (rows[0]?.applied_slice ?? 0) + 1; batch <= lastBatch; batch++) {
      addCounts(sum, await inTransaction(this.pool, (client) => this.#applyBatch(client, batch, batches.get(batch) ?? [])));
      onProgress(batch / lastBatch);
    }
    return sum;
  }

  /** By slice, of which entities it has rows. */
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
    const sum = { inserted: 0, updated: 0, series: 0 };
    for (const entity of entities) addCounts(sum, await this.#applyRows(client, entity, mergeStatements(this.id, entity, batch)));
    // Scores of an interrupted recompute are of the rows before this slice: with the slice they are of no use, whatever comes next.
    if (sum.inserted + sum.updated + sum.series > 0) await client.query('update catalog_stats set changed_at = clock_timestamp()');
    await client.query('update import_runs set applied_slice = $2 where id = $1', [this.id, batch]);
    return sum;
  }

  async #applyRows(client: PoolClient, entity: EntityType, merge: MergeStatements): Promise<AppliedChanges> {
    for (const statement of merge.collectIncoming) await client.query(statement);
    const { rows } = await client.query<{ fresh: number; known: number }>(merge.countIncoming);
    const { fresh = 0, known = 0 } = rows[0] ?? {};
    if (fresh + known === 0) return { inserted: 0, updated: 0, series: 0 };
    await computeTerms(client, entity, merge.selectWithoutTerms, merge.setIncomingTerms);
    const inserted = (await client.query(merge.insertNew, [this.source, this.now])).rowCount ?? 0;
    const sum = { inserted, updated: 0, series: 0 };
    if (fresh > 0) {
      sum.series += (await client.query(merge.insertNewSeries)).rowCount ?? 0;
      await client.query(merge.insertNewMetrics);
    }
    await client.query(merge.recordNewIds);
    if (known > 0) addCounts(sum, await this.#mergeExisting(client, entity, merge));
    return sum;
  }

  async #mergeExisting(client: PoolClient, entity: EntityType, merge: MergeStatements): Promise<AppliedChanges> {
    await client.query(merge.collectChanged);
    await computeTerms(client, entity, merge.selectWithChangedText, merge.setChangedTerms);
    const updated = (await client.query(merge.updateChanged, [this.source, this.now])).rowCount ?? 0;
    let series = 0;
    for (const statement of merge.mergeSeries) series += insertedRowCount(await client.query(statement));
    for (const statement of merge.mergeMetrics) await client.query(statement);
    await client.query(merge.updateContentHash);
    await client.query(merge.recordChangedIds);
    return { inserted: 0, updated, series };
  }

  async changedIds(): Promise<ChangedIds> {
    const changedIds: ChangedIds = {};
    for (const entity of entityTypes) {
      // A pin's follower count is its owner's.
      const throughOwner = `union select p._id from pins p join ${changedIdsTable(this.id)} o on o.entity = 'pinner' and o._id = p.pinner_id`;
      const { rows } = await this.pool.query<{ _id: string }>(
        `select distinct _id from ${changedIdsTable(this.id)} where entity = $1 ${entity === 'pin' ? throughOwner : ''} limit ${MAX_CHANGED_IDS + 1}`,
        [entity],
      );
      if (rows.length > 0) changedIds[entity] = rows.length > MAX_CHANGED_IDS ? 'all' : rows.map((row) => row._id);
    }
    return changedIds;
  }

  async finish(): Promise<void> {
    const { rows } = await this.pool.query<{ entity: EntityType; touched: number }>(
      `select entity, count(distinct _id)::int touched from ${changedIdsTable(this.id)} group by entity`,
    );
    for (const { entity, touched: changedCount } of rows) await this.#refreshStats(entity, changedCount);
    await inTransaction(this.pool, async (client) => {
      await client.query(`${dropStagingSql(this.id)}, ${changedIdsTable(this.id)}`);
      await client.query(`update import_runs set phase = 'done', finished_at = now() where id = $1`, [this.id]);
    });
  }

  async #refreshStats(entity: EntityType, changedCount: number): Promise<void> {
    const variant = variantOf[entity];
    const { rows } = await this.pool.query<{ total: number; ordered: boolean }>(
      `update catalog_stats set changed_at = now() where variant = $1 returning total, generation is not null ordered`,
      [variant],
    );
    const { total = 0, ordered: isRanked = false } = rows[0] ?? {};
    // A few rows more do not change how a table is best read.
    const targets = changedCount >= total * MIN_CHANGED_SHARE_TO_ANALYZE ? analyzeTargets[entity] : [];
    const results = await Promise.allSettled([
      this.pool.query(`select gin_clean_pending_list('${variant}_terms')`),
      this.#analyzeTables(targets),
    ]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    // The totals of an ordered list are those of its read model.
    if (isRanked) return;
    // What is known of momentum was counted when the scores were shown.
    const knownCounts = orderings[variant].map(({ value }) => `'${value}', count(${value})`).join(', ');
    await this.pool.query(
      `update catalog_stats set total = (select count(*) from ${variant}),
         known = known || (select jsonb_build_object(${knownCounts}) from ${entity}_metrics)
       where variant = $1`,
      [variant],
    );
  }

  async #analyzeTables(tables: readonly string[]): Promise<void> {
    for (const target of tables) await this.pool.query(`analyze ${target}`);
  }

  async discard(totals: StagedTotals): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query(`${dropStagingSql(this.id)}, ${changedIdsTable(this.id)}`);
      await client.query(`update import_runs set phase = 'refused', lines = $2, rejected = $3, finished_at = now() where id = $1`, [
        this.id,
        totals.lines,
        totals.rejected,
      ]);
    });
  }
}

/** The terms of rows that `wanted` lists, made by the one function of the domain. */
async function computeTerms(client: PoolClient, entity: EntityType, selectSql: string, updateSql: string): Promise<void> {
  const { rows } = await client.query<{ _id: string }>(selectSql);
  for (let start = 0; start < rows.length; start += 2_000) {
    const chunk = rows.slice(start, start + 2_000);
    const terms = chunk.map((row) => termsOfFields(entity, { ...row }).join('\x1f'));
    await client.query(updateSql, [chunk.map((row) => row._id), terms]);
  }
}

const addCounts = (sum: { inserted: number; updated: number; series: number }, counts: AppliedChanges): void => {
  sum.inserted += counts.inserted;
  sum.updated += counts.updated;
  sum.series += counts.series;
};

const insertedRowCount = (result: { command: string; rowCount: number | null }): number =>
  result.command === 'INSERT' ? (result.rowCount ?? 0) : 0;
