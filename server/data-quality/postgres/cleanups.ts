import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { UserActor } from '#domain/audit/acts';
import type { EntityType } from '#domain/catalog/variants';
import {
  type BatchRequest,
  type InterruptedCleanup,
  MoreThanExpected,
  type OpenCleanup,
  type RemovedBatch,
} from '#domain/data-quality/cleanups';
import type { Cleanup, CleanupIssue, CleanupRecord, RemovedFile } from '#domain/data-quality/contract';
import { issueByCleanupType } from '#domain/data-quality/issues';
import { DAY_MS } from '#domain/durations';
import type { WriterScope } from '#domain/jobs/write-lock';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { CONFIG, type Config } from '#server/config/config';
import { issueRowsSql } from '#server/data-quality/postgres/issue-sql';
import { removeEntities } from '#server/data-quality/postgres/remove-entities';
import { deleteRemovedBefore, findRemovedType, keepRows, readRemovedLines } from '#server/data-quality/postgres/removed-rows';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';

/** More than any site has. */
const MAX_UNFINISHED = 20;

interface StoredRecord extends Omit<CleanupRecord, 'started_at' | 'finished_at' | 'kept_until'> {
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly removed_at: Date | null;
}

const matchingRowsSql = ({ entity_type, issue_type }: Cleanup) => issueRowsSql(issueByCleanupType[issue_type], entity_type);

/**
 * Cleanups, each with a row that counts what it did, and what they removed, for as long as it is kept. Only the catalog's writer deletes rows.
 * The audit row is written in the transaction that deletes rows. Each batch locks its rows and checks them again before it deletes them.
 */
@Injectable()
export class Cleanups {
  /** Entities deleted per transaction. */
  batchRows = 1_000;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Pick<Config, 'REMOVED_ROWS_DAYS'>,
  ) {}

  /**
   * Begins a cleanup with its row and its entry in the audit, or resumes the user's open one of the same kind. Throws `MoreThanExpected` if
   * more entities have the issue now.
   */
  begin(by: UserActor, cleanup: Cleanup, expected: number, now: Date): Promise<OpenCleanup> {
    return inTransaction(this.postgres.jobPool, (client) => beginCleanup(client, by, cleanup, expected, now));
  }

  /**
   * Deletes a bounded number of the entities that have the issue now, with all their data, counts them in the cleanup's row, and keeps them for
   * as long as the site keeps removed entities. No more than the cleanup found, also where two servers resume it.
   */
  async removeBatch(scope: WriterScope, { id, cleanup, afterId, now }: BatchRequest): Promise<RemovedBatch> {
    return inTransaction(this.postgres.jobPoolIn(scope), async (client) => {
      await client.query(`set local lock_timeout = '10s'`);
      const { rows } = await client.query<{ left: number }>('select matched - deleted "left" from cleanups where id = $1 for update', [id]);
      const left = Math.max(0, rows[0]?.left ?? 0);
      const limit = Math.min(this.batchRows, left);
      const ids = await lockMatchingIds(client, cleanup, afterId, limit);
      if (ids.length > 0) {
        if (this.config.REMOVED_ROWS_DAYS > 0) await keepRows(client, id, cleanup.entity_type, ids, now);
        await removeEntities(client, cleanup.entity_type, ids);
        await client.query('update cleanups set deleted = deleted + $2, active_at = $3 where id = $1', [id, ids.length, now]);
      }
      return { removed: ids.length, next: ids.length < limit || ids.length === left ? null : (ids.at(-1) ?? null) };
    });
  }

  /** The unfinished cleanups that have removed nothing since a time, of each kind the last one: it found what earlier ones had left. */
  async listInterrupted(since: Date): Promise<readonly InterruptedCleanup[]> {
    // Those of releases that did not resume have no `active_at`.
    const { rows } = await this.postgres.jobPool.query<Cleanup & Omit<InterruptedCleanup, 'cleanup'>>(
      `select * from (
         select distinct on (entity_type, issue_type) id, entity_type, issue_type, active_at from cleanups
         where finished_at is null and active_at is not null order by entity_type, issue_type, id desc
       ) newest where active_at < $1 order by id`,
      [since],
    );
    return rows.map(({ id, entity_type, issue_type }) => ({ id, cleanup: { entity_type, issue_type } }));
  }

  /** Finishes the cleanup and all interrupted ones of its kind, which have nothing left to delete. */
  async finish(scope: WriterScope, id: number, now: Date): Promise<void> {
    await this.postgres.jobPoolIn(scope).query(
      `update cleanups c set finished_at = $2 from cleanups done
       where done.id = $1 and c.id <= done.id and c.entity_type = done.entity_type and c.issue_type = done.issue_type and c.finished_at is null`,
      [id, now],
    );
  }

  /** The newest cleanups first. */
  listNewest(limit: number): Promise<readonly CleanupRecord[]> {
    return this.#listRecords('true', [limit]);
  }

  /** The cleanups of an issue that have not finished. */
  listUnfinished(issue: CleanupIssue): Promise<readonly CleanupRecord[]> {
    return this.#listRecords('finished_at is null and issue_type = $2', [MAX_UNFINISHED, issue]);
  }

  async #listRecords(where: string, values: readonly unknown[]): Promise<CleanupRecord[]> {
    const { rows } = await this.postgres.pool.query<StoredRecord>(
      `select c.id, u.email, c.entity_type, c.issue_type, c.matched, c.deleted, c.started_at, c.finished_at, k.kept, k.removed_at
       from (select * from cleanups where ${where} order by id desc limit $1) c left join users u on u.id = c.user_id
         cross join lateral (select count(*)::int kept, max(removed_at) removed_at from removed_rows where cleanup_id = c.id) k
       order by c.id desc`,
      [...values],
    );
    const keptMs = this.config.REMOVED_ROWS_DAYS * DAY_MS;
    return rows.map(({ started_at, finished_at, removed_at, ...record }) => ({
      ...record,
      started_at: started_at.toISOString(),
      finished_at: finished_at?.toISOString() ?? null,
      kept_until: removed_at && new Date(removed_at.getTime() + keptMs).toISOString(),
    }));
  }

  /** The type of the entities that a cleanup removed and that are kept; null if there are none. */
  findRemovedType(id: number): Promise<EntityType | null> {
    return findRemovedType(this.postgres.pool, id);
  }

  /** The removed entities as lines of a file that the import reads, in batches. */
  readRemoved(id: number, file: RemovedFile): AsyncIterable<string> {
    return readRemovedLines(this.postgres.jobPool, id, file);
  }

  /** Deletes what was removed before a time. Returns how many entities. */
  deleteRemovedBefore(time: Date): Promise<number> {
    return deleteRemovedBefore(this.postgres.jobPool, time);
  }
}

/** Resumes the user's open cleanup of this kind, or begins one with its entry in the audit. */
async function beginCleanup(client: PoolClient, by: UserActor, cleanup: Cleanup, expected: number, now: Date): Promise<OpenCleanup> {
  const { from, where } = matchingRowsSql(cleanup);
  const { entity_type: entity, issue_type: issue } = cleanup;
  // A batch of it that is running is counted as deleted, and not as matching too.
  const isOwnOpen = `user_id = $1 and id = (select max(id) from cleanups where entity_type = $2 and issue_type = $3 and finished_at is null)`;
  await client.query(`select 1 from cleanups where ${isOwnOpen} for update`, [by.id, entity, issue]);
  const counted = await client.query<{ matched: number }>(`select count(*) matched from ${from} where ${where}`);
  const matched = counted.rows[0]?.matched ?? 0;
  if (matched > expected) throw new MoreThanExpected(cleanup, matched);
  const values = [by.id, entity, issue, now, matched];
  // What came since is confirmed now.
  const openCleanups = await client.query<{ id: number }>(
    `update cleanups set active_at = $4, matched = deleted + $5 where ${isOwnOpen} returning id`,
    values,
  );
  if (openCleanups.rows[0]) return { id: openCleanups.rows[0].id, hasLeftovers: true };
  const { rows } = await client.query<OpenCleanup>(
    `insert into cleanups (user_id, entity_type, issue_type, started_at, active_at, matched) values ($1, $2, $3, $4, $4, $5)
     returning id, exists (select 1 from cleanups where entity_type = $2 and issue_type = $3 and finished_at is null) "hasLeftovers"`,
    values,
  );
  const { id = 0, hasLeftovers = false } = rows[0] ?? {};
  await writeEntry(client, { by, at: now, act: 'catalog_cleaned', target: String(id), details: { entity, issue, rows: matched } });
  return { id, hasLeftovers };
}

/**
 * Locks and returns the next matching ids. Postgres waits for concurrent changes of a row and then checks the condition again, so
 * that a row that no longer matches is skipped. Fewer ids than the limit means these are the last ones.
 */
async function lockMatchingIds(client: PoolClient, cleanup: Cleanup, afterId: string, limit: number): Promise<string[]> {
  const { from, where, lead } = matchingRowsSql(cleanup);
  const { rows } = await client.query<{ _id: string }>(
    `select t._id from ${from} where ${lead}._id > $1 and ${where} order by ${lead}._id limit $2 for update of t, m`,
    [afterId, limit],
  );
  return rows.map(({ _id }) => _id);
}
