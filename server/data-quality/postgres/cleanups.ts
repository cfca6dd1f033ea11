import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { type EntityType, orderings, variantOf } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { Cleanups, OpenCleanup, RemovedBatch } from '#domain/data-quality/cleanups';
import type { Cleanup } from '#domain/data-quality/contract';
import { issueByCleanupType } from '#domain/data-quality/issues';
import { tablesOf } from '#server/database/catalog-tables';
import { issueConditionSql } from '#server/data-quality/postgres/issue-sql';
import { detachWorks } from '#server/data-quality/postgres/detach-works';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

/** The tables and the condition of a cleanup. `lead` is the table whose index finds the rows. */
function matchingRowsSql({ entity_type, issue_type }: Cleanup): { from: string; where: string; lead: 't' | 'm'; lockedTables: string } {
  const { text, metrics } = tablesOf(variantOf[entity_type]);
  // No issue that can be cleaned up depends on the current time.
  const where = issueConditionSql(issueByCleanupType[issue_type], entity_type, 'null') ?? 'false';
  if (issue_type !== 'all_zero') return { from: `${text} t`, where, lead: 't', lockedTables: 't' };
  return { from: `${metrics} m join ${text} t on t._id = m._id`, where, lead: 'm', lockedTables: 't, m' };
}

/** Cleanups in Postgres. The audit row is written in the transaction that deletes rows. Each batch locks its rows and checks them again before it deletes them. */
@Injectable()
export class PostgresCleanups implements Cleanups {
  /** Entities deleted per transaction. */
  batchRows = 1_000;

  constructor(private readonly postgres: Postgres) {}

  async countMatching(scope: WriterScope, cleanup: Cleanup): Promise<number> {
    const { from, where } = matchingRowsSql(cleanup);
    const { rows } = await this.postgres.jobPoolIn(scope).query<{ count: number }>(`select count(*) from ${from} where ${where}`);
    return rows[0]?.count ?? 0;
  }

  async begin(scope: WriterScope, userId: string, cleanup: Cleanup, now: Date): Promise<OpenCleanup> {
    const pool = this.postgres.jobPoolIn(scope);
    const { from, where } = matchingRowsSql(cleanup);
    const { entity_type, issue_type } = cleanup;
    const openCleanups = await pool.query<{ id: number }>(
      `select id from cleanups where user_id = $1 and entity_type = $2 and issue_type = $3 and finished_at is null order by id limit 1`,
      [userId, entity_type, issue_type],
    );
    if (openCleanups.rows[0]) return { id: openCleanups.rows[0].id, hasLeftovers: true };
    const { rows } = await pool.query<OpenCleanup>(
      `insert into cleanups (user_id, entity_type, issue_type, matched, started_at)
       values ($1, $2, $3, (select count(*) from ${from} where ${where}), $4)
       returning id, exists (select from cleanups where entity_type = $2 and issue_type = $3 and finished_at is null) "hasLeftovers"`,
      [userId, entity_type, issue_type, now],
    );
    return rows[0] ?? { id: 0, hasLeftovers: false };
  }

  removeBatch(scope: WriterScope, id: number, cleanup: Cleanup, after: string, maxRows: number): Promise<RemovedBatch> {
    const limit = Math.min(this.batchRows, maxRows);
    return inTransaction(this.postgres.jobPoolIn(scope), async (client) => {
      await client.query(`set local lock_timeout = '10s'`);
      const ids = await this.#lockMatchingIds(client, cleanup, after, limit);
      if (ids.length > 0) {
        await removeEntities(client, cleanup.entity_type, ids);
        await client.query('update cleanups set deleted = deleted + $2 where id = $1', [id, ids.length]);
      }
      return { removed: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
    });
  }

  /**
   * Locks and returns the next matching ids. Postgres waits for concurrent changes of a row and then checks the condition again, so
   * that a row that no longer matches is skipped. Fewer ids than the limit means these are the last ones.
   */
  async #lockMatchingIds(client: PoolClient, cleanup: Cleanup, after: string, limit: number): Promise<string[]> {
    const { from, where, lead, lockedTables } = matchingRowsSql(cleanup);
    const { rows } = await client.query<{ _id: string }>(
      `select t._id from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 for update of ${lockedTables}`,
      [after, limit],
    );
    return rows.map(({ _id }) => _id);
  }

  async finish(scope: WriterScope, id: number, now: Date): Promise<void> {
    await this.postgres.jobPoolIn(scope).query(
      `update cleanups c set finished_at = $2 from cleanups done
       where done.id = $1 and c.id <= done.id and c.entity_type = done.entity_type and c.issue_type = done.issue_type and c.finished_at is null`,
      [id, now],
    );
  }
}

/** Deletes entities with all of their data and updates the totals. */
async function removeEntities(client: PoolClient, entity: EntityType, ids: readonly string[]): Promise<void> {
  const variant = variantOf[entity];
  const { text, metrics, series, scores } = tablesOf(variant);
  if (entity === 'pinner') await detachWorks(client, ids);
  for (const table of [scores, series]) await client.query(`delete from ${table} where _id = any($1)`, [ids]);
  const columns = orderings[variant].map(({ value }) => value);
  const { rows } = await client.query<Record<string, number>>(
    `with gone as (delete from ${metrics} where _id = any($1) returning *)
     select ${columns.map((column) => `count(${column})::int ${column}`).join(', ')} from gone`,
    [ids],
  );
  const removed = await client.query(`delete from ${text} where _id = any($1)`, [ids]);
  // The counts of known values belong to the read model's generation, if there is one.
  const knownCountsSql = columns.map(
    (column) => `'${column}', greatest(0, (known ->> '${column}')::int - ($3::jsonb ->> '${column}')::int)`,
  );
  await client.query(
    `update catalog_stats set total = greatest(0, total - $2), changed_at = clock_timestamp(),
       known = case when generation is null then known || jsonb_build_object(${knownCountsSql.join(', ')}) else known end
     where variant = $1`,
    [variant, removed.rowCount ?? 0, JSON.stringify(rows[0] ?? {})],
  );
}
