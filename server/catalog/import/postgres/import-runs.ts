import type { Pool, PoolClient } from 'pg';
import type { ImportRequest, StagedTotals } from '#domain/catalog/import/import-runs';
import { entityTypes } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import { RunningImport } from '#server/catalog/import/postgres/running-import';
import {
  adoptJournals,
  DEFAULT_KEPT_DAYS,
  deleteJournalsBefore,
  endAdopted,
  hasChanges,
  keptSince,
  openJournal,
} from '#server/catalog/import/postgres/import-journals';
import { PostgresImportRun } from '#server/catalog/import/postgres/import-run';
import { changedIdsTable, createStagingSql, dropStagingSql, stagingTable } from '#server/catalog/import/postgres/staging-tables';
import { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

const INTEREST_KIND = 'interest';

interface ImportRunRow {
  readonly id: number;
  readonly phase: string;
  readonly lines: number;
  readonly staged: number;
  readonly rejected: number;
  readonly started_at: Date;
}

/** The imports into the catalog, and the record of those of search interest. Each has staging tables of its own and is found again by its fingerprint. */
export class PostgresImportRuns {
  /** `pool` must have no statement timeout. With 0 days, imports cannot be taken back. */
  constructor(
    private readonly pool: Pool,
    private readonly keptDays: number = DEFAULT_KEPT_DAYS,
  ) {}

  /** Begins an import, or resumes an interrupted one with the same fingerprint. */
  async begin(scope: WriterScope, request: ImportRequest): Promise<PostgresImportRun> {
    const pool = new ScopedPool(this.pool, scope);
    await RunningImport.checkOpen(pool, request.origin);
    const { rows } = await pool.query<ImportRunRow>(
      `select id, phase, lines, staged, rejected, started_at from import_runs where kind = $1 and fingerprint = $2 order by id desc limit 1 for update`,
      [request.kind, request.fingerprint],
    );
    const earlier = rows[0];
    const staged = earlier && (await this.#isFullyStaged(pool, earlier)) ? earlier : null;
    if (staged) await pool.query('update import_runs set source = $2 where id = $1', [staged.id, request.source]);
    const now = staged?.started_at ?? (await this.#findFirstTime(pool, request)) ?? request.now;
    const runId = staged?.id ?? (await this.#openRun(pool, request, now, earlier?.id));
    const row = await RunningImport.begin(pool, scope, { ...request, runId });
    if (staged) await row.beginApplying(staged);
    const journalId = await this.#openJournal(pool, row.id, runId, request, now);
    const totals = staged && { lines: staged.lines, rejected: staged.rejected };
    return new PostgresImportRun(pool, runId, row, request.source, now, totals, journalId);
  }

  async #openJournal(
    pool: ScopedPool,
    importId: number,
    runId: number,
    { source, now }: Pick<ImportRequest, 'source' | 'now'>,
    importedAt: Date,
  ) {
    await deleteJournalsBefore(pool, keptSince(now, this.keptDays));
    const journalId = this.keptDays === 0 ? undefined : await openJournal(pool, { importId, runId, source, importedAt, now });
    await endAdopted(pool, runId, importId);
    return journalId;
  }

  /** Records that an import of search interest begins. What an unfinished one with the same fingerprint stored belongs to this one from here on. */
  async beginInterest(scope: WriterScope, request: Omit<ImportRequest, 'kind'>) {
    const pool = new ScopedPool(this.pool, scope);
    await RunningImport.checkOpen(pool, request.origin);
    const readAt = (await this.#findFirstTime(pool, { ...request, kind: INTEREST_KIND })) ?? request.now;
    const runId = await this.#interestRun(pool, request);
    const row = await RunningImport.begin(pool, scope, { ...request, kind: INTEREST_KIND, runId });
    await adoptJournals(pool, runId, row.id);
    const isHalfStored = await hasChanges(pool, row.id);
    const journalId = await this.#openJournal(pool, row.id, runId, request, request.now);
    return {
      id: row.id,
      /** Undefined if imports cannot be taken back. */
      journalId,
      /** The time of lines without one: that of the first import of this content, so that a repeated one changes nothing. */
      readAt,
      /** The source was read and accepted; storing begins. */
      beginStoring: async (totals: StagedTotals) => {
        await pool.query(`update import_runs set phase = 'done', started_at = $2 where id = $1 and phase = 'refused'`, [
          runId,
          request.now,
        ]);
        await row.beginApplying(totals);
      },
      finish: (totals: StagedTotals, series: number) => row.finish(totals, { inserted: 0, updated: 0, series }),
      /** The import ended for this reason, and has stored nothing. */
      refuse: (totals: StagedTotals, reason: string) => row.refuse(totals, reason, isHalfStored),
    };
  }

  /** The run of a content of search interest, refused until it is stored: it is never resumed, and tells which imports had the same, and since when. */
  async #interestRun(pool: ScopedPool, { source, fingerprint, now }: Omit<ImportRequest, 'kind'>): Promise<number> {
    const { rows } = await pool.query<{ id: number }>(
      `with known as (
         select id from import_runs where kind = $1 and fingerprint = $3 limit 1
       ), added as (
         insert into import_runs (kind, source, fingerprint, phase, started_at, finished_at) select $1, $2, $3, 'refused', $4, $4
         where not exists (select 1 from known) returning id
       ) select id from known union all select id from added`,
      [INTEREST_KIND, source, fingerprint, now],
    );
    return rows[0]!.id;
  }

  /** Records a source whose header did not tell what it has, so that no import of it began; `label` says who ran the command. */
  async recordUnread(source: string, reason: string, label: string, now: Date): Promise<void> {
    await this.pool.query(
      `insert into imports (way, name, label, state, reason, received_at, finished_at) values ('command', $1, $2, 'refused', $3, $4, now())`,
      [source, label, reason, now],
    );
  }

  /** The time of the first import of this content: a repeated one keeps it, also where it comes in another way, so that it changes nothing. */
  async #findFirstTime(
    pool: ScopedPool,
    { kind, fingerprint }: { readonly kind: string; readonly fingerprint: string },
  ): Promise<Date | undefined> {
    const { rows } = await pool.query<{ started_at: Date }>(
      `select started_at from import_runs where kind = $1 and split_part(fingerprint, ' ', 1) = split_part($2, ' ', 1)
         and phase in ('applying', 'done') order by started_at limit 1`,
      [kind, fingerprint],
    );
    return rows[0]?.started_at;
  }

  /** Returns whether all rows of an interrupted run are still staged. A crash of Postgres empties unlogged tables. */
  async #isFullyStaged(pool: ScopedPool, run: ImportRunRow): Promise<boolean> {
    if (run.phase !== 'applying') return false;
    const tables = entityTypes.map((entity) => stagingTable(run.id, entity));
    const existing = await pool.query<{ all_exist: boolean }>(
      'select bool_and(to_regclass(t) is not null) as all_exist from unnest($1::text[]) t',
      [tables],
    );
    if (existing.rows[0]?.all_exist !== true) return false;
    const counted = await pool.query<{ rows: number }>(
      `select (${tables.map((table) => `(select count(*) from ${table})`).join(' + ')})::integer as rows`,
    );
    return counted.rows[0]?.rows === run.staged;
  }

  async #openRun(pool: ScopedPool, request: ImportRequest, now: Date, earlierId: number | undefined): Promise<number> {
    return inTransaction(pool, async (client) => {
      const { rows } = earlierId
        ? await client.query<{ id: number }>(
            `update import_runs set phase = 'staging', source = $2, lines = 0, staged = 0, rejected = 0, applied_batches = default, started_at = $3, reason = null, finished_at = case when phase = 'done' then finished_at end,
               (inserted, updated, series) = (select inserted, updated, series where phase not in ('done', 'refused') union all select 0, 0, 0 limit 1)
             where id = $1 returning id`,
            [earlierId, request.source, now],
          )
        : await client.query<{ id: number }>(
            `insert into import_runs (kind, source, fingerprint, phase, started_at) values ($1, $2, $3, 'staging', $4) returning id`,
            [request.kind, request.source, request.fingerprint, now],
          );
      const runId = rows[0]?.id ?? 0;
      await client.query(dropStagingSql(runId));
      for (const entity of entityTypes) await client.query(createStagingSql(runId, entity));
      // Logged, and not dropped when a run is staged again: it lists what earlier attempts have changed.
      await client.query(`create table if not exists ${changedIdsTable(runId)} (entity text, _id text collate "C")`);
      await this.#discardUnfinished(client, runId);
      return runId;
    });
  }

  /** Removes other runs that ended before anything was applied; runs that had finished once remain recorded as done. */
  async #discardUnfinished(client: PoolClient, exceptRunId: number): Promise<void> {
    const { rows } = await client.query<{ id: number }>(
      `update import_runs set phase = case when finished_at is null then 'forgotten' else 'done' end
       where phase = 'staging' and inserted + updated + series = 0 and id <> $1 returning id`,
      [exceptRunId],
    );
    for (const { id } of rows) await client.query(`${dropStagingSql(id)}, ${changedIdsTable(id)}`);
    await client.query(`delete from import_runs where phase = 'forgotten'`);
  }
}
