import type { PoolClient } from 'pg';
import type { AppliedChanges, Batch, StagedTotals, ChangedIds } from '#domain/catalog/import/import-runs';
import type { ImportRow } from '#domain/catalog/import/import-row';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { type Day, monthsBetween } from '#domain/days';
import type { RunningImport } from '#server/catalog/import/postgres/running-import';
import { BloomFilter, changedIdsTable, dropStagingSql, stageRows, stagingTable } from '#server/catalog/import/postgres/staging-tables';
import { mergeBatch } from '#server/catalog/import/postgres/merge-batch';
import { refreshListStats } from '#server/catalog/import/postgres/refresh-list-stats';
import { stagedDaysSql } from '#server/catalog/import/postgres/merge-sql';
import { markTextsChanged } from '#server/database/catalog-stats';
import { createReadingPartitions } from '#server/database/history/history-sql';
import type { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

/** Above this number of ids, the import is followed by a recompute of everything. */
const MAX_CHANGED_IDS = 50_000;

/**
 * Batches are merged on two connections, since one keeps only one core busy. All rows of an entity have batches of one lane, so that they are
 * merged in their order.
 */
const LANES = [0, 1] as const;
const laneOf = ({ _id }: ImportRow): number => {
  let sum = 0;
  for (let index = 0; index < _id.length; index++) sum += _id.charCodeAt(index);
  return sum % LANES.length;
};

/** A merge takes time by the number of batches too: those that hardly change anything are merged as one, up to this number of rows. */
const MAX_ROWS_PER_MERGE = 50_000;

/** The rows that were read for the next merge, which must have no entity twice. */
class UnmergedRows {
  readonly #ids = { board: new Set<string>(), pinner: new Set<string>(), pin: new Set<string>() } as const;
  #rowCount = 0;
  #changedRowCount = 0;

  /** Whether a batch can be merged with these: fewer of them differ from what is stored than half of its rows. */
  hasRoomFor(batch: Batch): boolean {
    const rowCount = entityTypes.reduce((sum, entity) => sum + batch[entity].length, 0);
    return (
      this.#changedRowCount <= rowCount / 2 &&
      this.#rowCount + rowCount <= MAX_ROWS_PER_MERGE &&
      entityTypes.every((entity) => batch[entity].every(({ _id }) => !this.#ids[entity].has(_id)))
    );
  }

  add(entity: EntityType, rows: readonly ImportRow[], changedRowCount: number): void {
    for (const { _id } of rows) this.#ids[entity].add(_id);
    this.#rowCount += rows.length;
    this.#changedRowCount += changedRowCount;
  }
}

/**
 * One import, which survives its process: beginning it again resumes it. Its rows are copied to staging tables of its own, then
 * merged in batches, each in one transaction.
 */
export class PostgresImportRun {
  /** The number of the next merge in the first lane. */
  #batchCount = LANES.length;
  #unmerged = new UnmergedRows();
  #stagedRowCount = 0;
  /** Stored entities of which this run has staged a row that differs from the last merged one. */
  readonly #changedIdFilters = { board: new BloomFilter(), pinner: new BloomFilter(), pin: new BloomFilter() } as const;

  constructor(
    private readonly pool: ScopedPool,
    private readonly id: number,
    private readonly record: RunningImport,
    private readonly source: string,
    /** The import's time. A resumed or repeated import keeps the time of its first attempt. */
    readonly now: Date,
    /** The totals if an earlier attempt staged the whole source; null if it must be read again. */
    readonly staged: StagedTotals | null,
    private readonly journalId: number | undefined,
  ) {}

  /** Copies rows to the staging tables; the catalog does not change yet. */
  async stageBatch(batch: Batch): Promise<void> {
    if (!this.#unmerged.hasRoomFor(batch)) {
      this.#unmerged = new UnmergedRows();
      this.#batchCount += LANES.length;
    }
    const batchOf = (row: ImportRow) => this.#batchCount + laneOf(row);
    await inTransaction(this.pool, async (client) => {
      for (const entity of entityTypes) {
        const rows = batch[entity];
        if (rows.length === 0) continue;
        const filter = this.#changedIdFilters[entity];
        const { changed, equal } = await stageRows(client, this.id, entity, batchOf, rows, filter, this.journalId !== undefined);
        this.#stagedRowCount += changed + equal;
        this.#unmerged.add(entity, rows, changed);
      }
    });
  }

  /** Marks the source as completely staged. From here on the run can be resumed. */
  async seal(totals: StagedTotals): Promise<void> {
    for (const entity of entityTypes) await this.pool.query(`create index on ${stagingTable(this.id, entity)} (slice)`);
    await this.pool.query(
      `update import_runs set phase = 'applying', lines = $2, rejected = $3, staged = $4, applied_batches = default where id = $1`,
      [this.id, totals.lines, totals.rejected, this.#stagedRowCount],
    );
    await this.record.beginApplying(totals);
  }

  /**
   * Merges the staged rows into the catalog, batch by batch, each atomically. `onProgress` gets 0 to 1. Returns the changes of the run, earlier
   * attempts included.
   */
  async apply(onProgress: (share: number) => void): Promise<AppliedChanges> {
    const batches = await this.#stagedBatches();
    // The last commits of a killed process may still be in progress: locking the row waits for them.
    const { rows } = await this.pool.query<{ applied: number[] }>(
      'select applied_batches applied from import_runs where id = $1 for update',
      [this.id],
    );
    const applied = rows[0]?.applied ?? [];
    const left = [...batches].filter(([batch]) => batch > (applied[batch % LANES.length] ?? 0)).sort(([one], [other]) => one - other);
    await this.#createPartitions();
    const lanes = LANES.map((lane) => left.filter(([batch]) => batch % LANES.length === lane));
    let ended = batches.size - left.length;
    const applyLane = async (lane: typeof left) => {
      for (let next = lane.shift(); next; next = lane.shift()) {
        const [batch, entities] = next;
        await inTransaction(this.pool, (client) => this.#applyBatch(client, batch, entities));
        onProgress((ended += 1) / batches.size);
      }
    };
    // Where one fails, the other ends with the batch that it is at.
    const results = await Promise.allSettled(
      lanes.map((lane) =>
        applyLane(lane).catch((error: unknown) => {
          lanes.forEach((other) => other.splice(0));
          throw error;
        }),
      ),
    );
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const changes = await this.pool.query<AppliedChanges>('select inserted, updated, series from import_runs where id = $1', [this.id]);
    return changes.rows[0]!;
  }

  /** Creates the tables of the months of all readings: two lanes must not create the same one. */
  async #createPartitions(): Promise<void> {
    for (const entity of entityTypes)
      await inTransaction(this.pool, async (client) => {
        const { rows } = await client.query<{ first: Day; last: Day }>(stagedDaysSql(this.id, entity));
        for (const { first, last } of rows) await createReadingPartitions(client, entity, monthsBetween(first, last));
      });
  }

  /** The entities that each batch has rows of. */
  async #stagedBatches(): Promise<Map<number, EntityType[]>> {
    const batches = new Map<number, EntityType[]>();
    for (const entity of entityTypes) {
      const staging = stagingTable(this.id, entity);
      // By a look at the index for each number: the staged rows are wide.
      const { rows } = await this.pool.query<{ slice: number }>(
        `select slice from (select min(slice) "first", max(slice) "last" from ${staging}) numbers, generate_series("first", "last") slice
         where exists (select 1 from ${staging} s where s.slice = slice.slice)`,
      );
      for (const { slice: batch } of rows) batches.set(batch, [...(batches.get(batch) ?? []), entity]);
    }
    return batches;
  }

  async #applyBatch(client: PoolClient, batch: number, entities: readonly EntityType[]): Promise<void> {
    await client.query(`set local jit = off; set local synchronous_commit = off; set local work_mem = '64MB'`);
    const { id: runId, source, now, journalId } = this;
    const sum = { inserted: 0, updated: 0, series: 0 };
    const listsWithOtherTexts: Variant[] = [];
    for (const entity of entities) {
      const changes = await mergeBatch(client, { runId, entity, batch, source, now, journalId });
      if (changes.changesTexts) listsWithOtherTexts.push(variantOf[entity]);
      for (const name of ['inserted', 'updated', 'series'] as const) sum[name] += changes[name];
    }
    // The lock on this row is the first of those that both lanes take.
    await client.query(
      `update import_runs set applied_batches[${(batch % LANES.length) + 1}] = $2, inserted = inserted + $3, updated = updated + $4, series = series + $5
       where id = $1`,
      [runId, batch, sum.inserted, sum.updated, sum.series],
    );
    if (listsWithOtherTexts.length > 0) await markTextsChanged(client, listsWithOtherTexts);
    // Invalidates the scores of an interrupted recompute, which are of the rows before this batch.
    if (sum.inserted + sum.updated + sum.series > 0) await client.query('update catalog_stats set changed_at = clock_timestamp()');
  }

  /** Returns the ids that this run has changed, earlier attempts included. */
  async changedIds(): Promise<ChangedIds> {
    const changedIds: ChangedIds = {};
    for (const entity of entityTypes) {
      const ownIds = `select distinct _id from ${changedIdsTable(this.id)} where entity = $1`;
      const read = (sql: string) => this.pool.query<{ _id: string }>(`${sql} limit ${MAX_CHANGED_IDS + 1}`, [entity]);
      let { rows } = await read(ownIds);
      if (rows.length <= MAX_CHANGED_IDS) ({ rows } = await read(`${ownIds} ${dependentIdsSql(entity, changedIdsTable(this.id))}`));
      if (rows.length > 0) changedIds[entity] = rows.length > MAX_CHANGED_IDS ? 'all' : rows.map((row) => row._id);
    }
    return changedIds;
  }

  /** Ends the run: refreshes the totals of the lists, drops the staged rows, and records the result. */
  async finish(totals: StagedTotals, changes: AppliedChanges): Promise<void> {
    const { rows } = await this.pool.query<{ entity: EntityType; changed: number }>(
      `select entity, count(*)::int changed from ${changedIdsTable(this.id)} group by entity`,
    );
    for (const { entity, changed } of rows) await refreshListStats(this.pool, entity, changed, changedIdsTable(this.id));
    await this.#close(`phase = 'done'`);
    await this.record.finish(totals, changes);
  }

  /** Drops the staged rows and records why; the catalog is unchanged. */
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
