import type { InterestImport, InterestImportRequest, InterestImports } from '#domain/keywords/interest/interest-imports';
import type { WriterScope } from '#domain/jobs/write-lock';
import { recordHolder } from '#server/catalog/import/postgres/import-holder';
import { Postgres } from '#server/database/postgres';
import { ScopedPool } from '#server/database/scoped-pool';

const KIND = 'interest';

/** Imports of search interest in the table of imports. They have no staging tables. */
export class PostgresInterestImports implements InterestImports {
  constructor(private readonly postgres: Postgres) {}

  async begin(scope: WriterScope, { source, fingerprint, now }: InterestImportRequest): Promise<InterestImport> {
    const pool = new ScopedPool(this.postgres.jobPool, scope);
    await pool.query('delete from import_runs where kind = $1 and fingerprint = $2', [KIND, fingerprint]);
    const { rows } = await pool.query<{ id: number }>(
      `insert into import_runs (kind, source, fingerprint, phase, started_at) values ($1, $2, $3, 'staging', $4) returning id`,
      [KIND, source, fingerprint, now],
    );
    const id = rows[0]?.id ?? 0;
    await recordHolder(pool, id, scope);
    return {
      beginStoring: async ({ lines, rejected }) =>
        void (await pool.query(`update import_runs set phase = 'applying', lines = $2, rejected = $3 where id = $1`, [
          id,
          lines,
          rejected,
        ])),
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
}
