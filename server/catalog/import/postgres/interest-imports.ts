import type { ImportRequest, InterestImport } from '#domain/catalog/import/import-runs';
import type { WriterScope } from '#domain/jobs/write-lock';
import { recordHolder } from '#server/catalog/import/postgres/import-holder';
import type { ScopedPool } from '#server/database/scoped-pool';

const KIND = 'interest';

/** Records an import of search interest in the table of imports. It has no staging tables. */
export async function beginInterestImport(
  pool: ScopedPool,
  scope: WriterScope,
  { source, fingerprint, now }: Omit<ImportRequest, 'kind'>,
): Promise<InterestImport> {
  await pool.query('delete from import_runs where kind = $1 and fingerprint = $2', [KIND, fingerprint]);
  const { rows } = await pool.query<{ id: number }>(
    `insert into import_runs (kind, source, fingerprint, phase, started_at) values ($1, $2, $3, 'staging', $4) returning id`,
    [KIND, source, fingerprint, now],
  );
  const id = rows[0]?.id ?? 0;
  await recordHolder(pool, id, scope);
  return {
    beginStoring: async ({ lines, rejected }) =>
      void (await pool.query(`update import_runs set phase = 'applying', lines = $2, rejected = $3 where id = $1`, [id, lines, rejected])),
    finish: async () => void (await pool.query(`update import_runs set phase = 'done', finished_at = now() where id = $1`, [id])),
    refuse: async ({ lines, rejected }, reason) => {
      const values = [id, lines, rejected, reason];
      await pool.query(
        `update import_runs set phase = 'refused', lines = $2, rejected = $3, reason = $4, finished_at = now() where id = $1`,
        values,
      );
    },
  };
}
