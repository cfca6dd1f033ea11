import type { Pool, PoolClient } from 'pg';
import { type ImportPhase, importStateOf, type StoredImportState } from '#domain/catalog/intake/import-state';
import { TAKE_BACK_PREVIEW_ROWS, type TakeBackPreview, type TakeBackRow } from '#domain/catalog/intake/contract';
import { batchesOfRecords } from '#domain/catalog/import/batches';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { Conflict, NotFound } from '#domain/errors';
import { WriterScope } from '#domain/jobs/write-lock';
import { keptSince, listColumns } from '#server/catalog/import/postgres/import-journals';
import { mergeBatch } from '#server/catalog/import/postgres/merge-batch';
import { previewTakeBack, readTakenBack } from '#server/catalog/import/postgres/preview-take-back';
import { unpackChanges } from '#server/catalog/import/postgres/packed-changes';
import { forgetFilterData, refreshListStats } from '#server/catalog/import/postgres/refresh-list-stats';
import { areChanges, type Change, changeValues, restoreEntities } from '#server/catalog/import/postgres/restore-entities';
import { changedIdsTable, createStagingSql, dropStagingSql, stagingTable } from '#server/catalog/import/postgres/staging-tables';
import { markTextsChanged } from '#server/database/catalog-stats';
import { rereadImportsSql } from '#server/database/catalog-tables';
import { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';
import { lockHolderSql } from '#server/jobs/postgres/advisory-locks';

/** What has changed something. The file of a half applied import may be gone, so that it cannot go on. */
const undoableStates: ReadonlySet<string> = new Set(['done', 'taking_back', 'half_applied', 'given_up']);

interface CheckedImport {
  readonly state: StoredImportState;
  readonly phase: ImportPhase | null;
  readonly is_dry_run: boolean;
  readonly is_alive: boolean;
  readonly is_kept: boolean;
}

/** Whether the process of an import holds the write lock, whose name this SQL expression gives. */
const isAliveSql = (lockName: string): string =>
  `(state = 'running' and lock_connected_at is not null and lock_connected_at is not distinct from (${lockHolderSql(lockName)}))`;

const tooOld = () => new Conflict('This import is too old to be taken back: the values that it replaced are not kept any more.');

/** Takes imports back: for each entity, the state that the import met is restored, and the rows of later imports are merged again. */
export class PostgresTakeBack {
  constructor(
    private readonly pool: Pool,
    private readonly keptDays: number,
    /** Entities per transaction. */
    private readonly entitiesPerSet = 1_000,
  ) {}

  /** What taking an import back would do. Throws `NotFound`, and `Conflict` where it cannot be taken back. */
  async preview(importId: number, now: Date): Promise<TakeBackPreview> {
    await this.#check(importId, now);
    return previewTakeBack(this.pool, importId, TAKE_BACK_PREVIEW_ROWS);
  }

  /** All rows that taking an import back would change. Throws as `preview` does. */
  async readAll(importId: number, now: Date): Promise<AsyncIterable<readonly TakeBackRow[]>> {
    await this.#check(importId, now);
    return readTakenBack(this.pool, importId);
  }

  /** Records that an import is being taken back, which a server goes on with. Throws as `preview` does. */
  async begin(importId: number, now: Date): Promise<void> {
    await this.#check(importId, now);
    const { rowCount } = await this.pool.query(
      `update imports set state = 'taking_back', share = null, reason = null, lock_connected_at = null
       where id = $2 and state in ('done', 'taking_back', 'running', 'refused') and not ${isAliveSql('$1')}`,
      [new WriterScope().lockName, importId],
    );
    if (rowCount === 0) throw new Conflict('This import goes on.');
  }

  /**
   * Goes on with taking an import back: records which connection holds the write lock for it. Returns what the import gave; null if it has
   * been taken back meanwhile. Throws `Conflict` while another import is half applied, and where its journal was deleted meanwhile.
   */
  async resume(scope: WriterScope, importId: number): Promise<string | null> {
    const pool = new ScopedPool(this.pool, scope);
    // Not where its entry has gone on to other rows: the next night's file has taken the place of the one that would be needed.
    const open = await pool.query<{ id: number }>(
      `select i.id from import_runs r join imports i on i.run_id = r.id where r.phase = 'applying' and i.state in ('running', 'refused')
       and (r.id is distinct from (select run_id from imports where id = $1) or exists (select 1 from import_journals where import_id = i.id))`,
      [importId],
    );
    if (open.rows[0])
      throw new Conflict(
        `Another import is half applied: the process of number ${open.rows[0].id} was killed. Import its file again, or take it back, first.`,
      );
    const { rows } = await pool.query<{ kind: string; is_kept: boolean }>(
      `update imports set lock_connected_at = (${lockHolderSql('$1')}) where id = $2 and state = 'taking_back'
       returning kind, exists (select 1 from import_journals where import_id = $2) is_kept`,
      [scope.lockName, importId],
    );
    const [entry] = rows;
    if (entry?.is_kept === false) throw tooOld();
    return entry?.kind ?? null;
  }

  /** Takes back what an import into the catalog gave. Each set of entities is one transaction. */
  async takeBack(scope: WriterScope, importId: number, onProgress: (share: number) => void): Promise<void> {
    const pool = new ScopedPool(this.pool, scope);
    await pool.query(rereadImportsSql);
    await unpackChanges(pool, importId);
    const { rows } = await pool.query<{ left: number }>(
      'select count(*)::int "left" from import_changes c join import_journals j on j.id = c.journal_id where j.import_id = $1',
      [importId],
    );
    let done = 0;
    for (const entity of entityTypes) {
      for (let taken = 1; taken > 0; onProgress(Math.min(1, done / (rows[0]?.left || 1)))) {
        taken = await inTransaction(pool, (client) => this.#takeSet(client, importId, entity));
        done += taken;
      }
      // Also the lists that an interrupted attempt changed.
      await forgetFilterData(pool, entity);
      await refreshListStats(pool, entity, Infinity);
    }
  }

  /** Records that an import is taken back. Its file can be imported again as if it never had been. */
  async finish(scope: WriterScope, importId: number): Promise<void> {
    await inTransaction(new ScopedPool(this.pool, scope), async (client) => {
      const { rows } = await client.query<{ id: number }>(
        `update import_runs r set phase = case when exists (
           select 1 from imports o where o.run_id = r.id and o.id <> i.id and o.state in ('done', 'taking_back')
         ) then 'done' else 'refused' end from imports i where i.id = $1 and r.id = i.run_id returning r.id`,
        [importId],
      );
      // What a half applied import had staged.
      for (const run of rows) await client.query(`${dropStagingSql(run.id)}, ${changedIdsTable(run.id)}`);
      await client.query('delete from packed_changes where journal_id in (select id from import_journals where import_id = $1)', [
        importId,
      ]);
      await client.query('delete from import_journals where import_id = $1', [importId]);
      await client.query(`update imports set state = 'taken_back' where id = $1`, [importId]);
    });
  }

  async #check(importId: number, now: Date): Promise<void> {
    const { rows } = await this.pool.query<CheckedImport>(
      `select i.state, i.phase, i.is_dry_run, ${isAliveSql('$1')} is_alive,
         exists (select 1 from import_journals j where j.import_id = i.id and (i.state = 'taking_back' or j.used_at >= $3)) is_kept
       from imports i where i.id = $2`,
      [new WriterScope().lockName, importId, keptSince(now, this.keptDays) ?? now],
    );
    const [entry] = rows;
    if (!entry) throw new NotFound('There is no such import.');
    const state = importStateOf(entry.state, entry.phase, entry.is_alive);
    if (state === 'taken_back') throw new Conflict('This import has been taken back already.');
    if (state === 'given_up' && !entry.is_kept)
      throw new Conflict('A part of this import was applied. Import its file again; then that import can be taken back.');
    if (!undoableStates.has(state) || entry.is_dry_run) throw new Conflict('This import has changed nothing.');
    if (!entry.is_kept) throw tooOld();
  }

  async #takeSet(client: PoolClient, importId: number, entity: EntityType): Promise<number> {
    await client.query(`set local jit = off; set local work_mem = '64MB'`);
    const { rows: set } = await client.query<{ _id: string; first: number | null }>(
      `with next as (
         select c._id from import_changes c where c.journal_id in (select id from import_journals where import_id = $1) and c.entity = $2
         order by c.id limit $3
       )
       select c._id, min(c.id) filter (where c.given is not null) "first" from import_changes c join import_journals j on j.id = c.journal_id
       where j.import_id = $1 and c.entity = $2 and c._id in (select _id from next) group by c._id`,
      [importId, entity, this.entitiesPerSet],
    );
    if (set.length === 0) return 0;
    const { rows: changes } = await client.query<Change>(
      `select c.id, c._id, c.journal_id, j.run_id, j.source, j.imported_at, c.digest::text digest, c.given -> 'at' "at", c.readings, c.before is null is_new,
         j.import_id is not distinct from $4 is_own
       from unnest($2::text[], $3::bigint[]) s(_id, first) join import_changes c on c.entity = $1 and c._id = s._id and c.id >= s.first
         join import_journals j on j.id = c.journal_id order by c.id`,
      [entity, set.map(({ _id }) => _id), set.map(({ first }) => first), importId],
    );
    await restoreEntities(client, entity, changes);
    await replay(client, entity, changes);
    await client.query(`delete from import_changes c where ${areChanges}`, changeValues(entity, changes));
    // Rows of the import that equaled what was stored have changed nothing.
    const { rowCount } = await client.query(
      `delete from import_changes where entity = $2 and _id = any($3) and journal_id in (select id from import_journals where import_id = $1)`,
      [importId, entity, set.map(({ _id }) => _id)],
    );
    await client.query('update catalog_stats set changed_at = clock_timestamp()');
    return changes.filter(({ is_own: isOwn }) => isOwn).length + (rowCount ?? 0);
  }
}

/** Merges the rows of the other imports again, in their order, which records them in their journals again. */
async function replay(client: PoolClient, entity: EntityType, changes: readonly Change[]): Promise<void> {
  const contents = new Map<string, number>();
  const others: MergedChange[] = [];
  for (const change of changes) {
    if (change.at !== null) contents.set(contentKey(change), change.id);
    if (!change.is_own) others.push({ ...change, content_id: contents.get(contentKey(change)) ?? null });
  }
  for (const batch of batchesOfRecords(others)) await mergeAgain(client, entity, batch);
}

/** A change with the number of the one that has its content: null where that equals what was stored before all of them, and still does. */
type MergedChange = Change & { readonly content_id: number | null };

const contentKey = ({ _id, digest }: Change): string => `${digest} ${_id}`;

const emptyLists = (entity: EntityType): string => JSON.stringify(Object.fromEntries(listColumns(entity).map((column) => [column, []])));

/** Merges rows of one import as one batch. */
async function mergeAgain(client: PoolClient, entity: EntityType, batch: readonly MergedChange[]): Promise<void> {
  const { run_id: runId, journal_id: journalId, source, imported_at: now } = batch[0]!;
  const staging = stagingTable(runId, entity);
  await client.query(createStagingSql(runId, entity, 'temp table'));
  await client.query(`create temp table ${changedIdsTable(runId)} (entity text, _id text collate "C")`);
  await client.query(
    `insert into ${staging} select s.* from import_changes c,
       jsonb_populate_record(null::${staging}, '${emptyLists(entity)}' || c.given || jsonb_build_object('slice', 1, '_id', c._id, 'digest', c.digest)) s
     where ${areChanges}`,
    changeValues(
      entity,
      batch.flatMap(({ _id, content_id: id }) => (id === null ? [] : [{ _id, id }])),
    ),
  );
  await client.query(
    `insert into import_changes (journal_id, entity, _id, digest) select journal_id, entity, _id, digest from import_changes c where ${areChanges}`,
    changeValues(
      entity,
      batch.filter(({ content_id }) => content_id === null),
    ),
  );
  const { changesTexts } = await mergeBatch(client, { runId, entity, batch: 1, source, now, journalId });
  if (changesTexts) await markTextsChanged(client, [variantOf[entity]]);
  const temporary = ['incoming', 'changed', 'recorded', 'incoming_histories', 'changed_histories'].map(
    (table) => `pg_temp.${table}_${entity}`,
  );
  await client.query(`drop table if exists ${[`pg_temp.${staging}`, `pg_temp.${changedIdsTable(runId)}`, ...temporary].join(', ')}`);
}
