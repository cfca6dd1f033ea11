import type { WriterScope } from '#domain/jobs/write-lock';
import type { ScopedPool } from '#server/database/scoped-pool';
import { lockHolderSql } from '#server/jobs/postgres/advisory-lock';

/** Records which connection holds the write lock for an import, which tells a running one from a killed one. */
export async function recordHolder(pool: ScopedPool, runId: number, scope: WriterScope): Promise<void> {
  await pool.query(`update import_runs set lock_connected_at = (${lockHolderSql('$2')}) where id = $1`, [runId, scope.lockName]);
}
