import type { AppliedChanges, ImportRequest, StagedTotals } from '#domain/catalog/import/import-runs';
import { Conflict } from '#domain/errors';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { ScopedPool } from '#server/database/scoped-pool';
import { lockHolderSql } from '#server/jobs/postgres/advisory-locks';

/** The row of an import that runs: a received file has one since it came, a command gets one here. */
export class RunningImport {
  private constructor(
    private readonly pool: ScopedPool,
    readonly id: number,
  ) {}

  /** Throws `Conflict` if a received file was imported, by another server too, or canceled while its import waited for the lock. */
  static async checkOpen(pool: ScopedPool, origin: ImportRequest['origin']): Promise<void> {
    if (!('importId' in origin)) return;
    const { rows } = await pool.query(`select 1 from imports where id = $1 and state in ('waiting', 'running')`, [origin.importId]);
    if (rows.length === 0) throw new Conflict('This import has ended or was canceled.');
  }

  /** Records that an import begins, and which connection holds the write lock for it, which tells a running import from a killed one. */
  static async begin(
    pool: ScopedPool,
    scope: WriterScope,
    { origin, kind, source, now, runId }: Omit<ImportRequest, 'kind' | 'fingerprint'> & { readonly kind: string; readonly runId: number },
  ): Promise<RunningImport> {
    const holder = `(${lockHolderSql('$1')})`;
    if ('importId' in origin) {
      await pool.query(
        `update imports set state = 'running', phase = 'reading', share = null, kind = $3, run_id = $4, started_at = coalesce(started_at, now()), lock_connected_at = ${holder}
         where id = $2`,
        [scope.lockName, origin.importId, kind, runId],
      );
      return new RunningImport(pool, origin.importId);
    }
    // The lock's holder is the only writer: a command of the same file that still seems to run was killed, and goes on here.
    const { rows } = await pool.query<{ id: number }>(
      `with killed as (
         update imports set phase = 'reading', share = null, run_id = $6, lines = null, rejected = null, lock_connected_at = ${holder}
         where id = (select max(id) from imports where state = 'running' and way = 'command' and name = $2 and kind = $3) returning id
       ), added as (
         insert into imports (way, name, kind, label, state, phase, received_at, started_at, lock_connected_at, run_id)
         select 'command', $2, $3, $4, 'running', 'reading', $5, $5, ${holder}, $6 where not exists (select 1 from killed) returning id
       )
       select id from killed union all select id from added`,
      [scope.lockName, source, kind, origin.command, now, runId],
    );
    return new RunningImport(pool, rows[0]!.id);
  }

  /** The source was read and accepted. */
  async beginApplying({ lines, rejected }: StagedTotals): Promise<void> {
    await this.pool.query(`update imports set phase = 'applying', share = 0, lines = $2, rejected = $3 where id = $1`, [
      this.id,
      lines,
      rejected,
    ]);
  }

  async finish({ lines, rejected }: StagedTotals, { inserted, updated, series }: AppliedChanges): Promise<void> {
    await this.pool.query(
      `update imports set state = 'done', phase = null, share = null, lines = $2, rejected = $3, inserted = $4, updated = $5, series = $6, finished_at = now() where id = $1`,
      [this.id, lines, rejected, inserted, updated, series],
    );
  }

  /**
   * The import ended for this reason, and nothing was applied, or a part by an attempt that was killed. A file of the browser is held again: its
   * options may be changed.
   */
  async refuse({ lines, rejected }: StagedTotals, reason: string, isHalfApplied = false): Promise<void> {
    await this.pool.query(
      `update imports set state = case when way = 'browser' then 'held' else 'refused' end, phase = case when $5 and way <> 'browser' then 'applying' end,
         share = null, lines = $2, rejected = $3, reason = $4, finished_at = now() where id = $1`,
      [this.id, lines, rejected, reason, isHalfApplied],
    );
  }
}
