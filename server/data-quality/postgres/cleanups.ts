import { Inject, Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { UserActor } from '#domain/audit/acts';
import { orderings } from '#domain/catalog/orders';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { BatchRequest, InterruptedCleanup, OpenCleanup, RemovedBatch } from '#domain/data-quality/cleanups';
import type { Cleanup, CleanupIssue, CleanupRecord, RemovedFile } from '#domain/data-quality/contract';
import { issueByCleanupType } from '#domain/data-quality/issues';
import { DAY_MS } from '#domain/durations';
import type { WriterScope } from '#domain/jobs/write-lock';
import { writeEntry } from '#server/audit/postgres/audit-log';
import { CONFIG, type Config } from '#server/config/config';
import { issueRowsSql } from '#server/data-quality/postgres/issue-sql';
import { deleteRemovedBefore, findRemovedType, keepRows, readRemovedLines } from '#server/data-quality/postgres/removed-rows';
import { forgetChangesSql, tablesOf } from '#server/database/catalog-tables';
import { deleteHistoriesSql } from '#server/database/history/history-sql';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { indexTexts } from '#domain/catalog/keywords/search-terms';

/** Copies a pinner's username to works that do not have it, and to their search terms. */
async function copyUsername(client: PoolClient, table: 'boards' | 'pins', ids: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ _id: string; username: string }>(
    'select _id, username from pinners where _id = any($1) and username is not null',
    [ids],
  );
  const works = await client.query<{ pinner_id: string }>(
    `select distinct pinner_id from ${table} where pinner_id = any($1) and pinner_username is null`,
    [ids],
  );
  const nameless = new Set(works.rows.map(({ pinner_id }) => pinner_id));
  for (const { _id, username } of rows.filter((pinner) => nameless.has(pinner._id))) {
    const terms = indexTexts([{ field: 'owner', text: username }]);
    // A term that the row has already keeps its occurrence.
    await client.query(
      `update ${table} w set pinner_username = $2, terms = w.terms || added.terms,
         term_occurrences = w.term_occurrences || case when cardinality(w.term_occurrences) = cardinality(w.terms) then added.occurrences end
       from ${table} before cross join lateral (
         select coalesce(array_agg(term), '{}') terms, coalesce(array_agg(occurrence), '{}') occurrences
         from unnest($3::text[], $4::integer[]) u(term, occurrence) where term <> all (before.terms)) added
       where before._id = w._id and w.pinner_id = $1 and w.pinner_username is null`,
      [_id, username, [...terms.keys()], [...terms.values()]],
    );
  }
}

/** Detaches boards and pins from pinners that are about to be deleted: they keep the username as text and lose the reference. */
async function detachWorks(client: PoolClient, pinnerIds: readonly string[]): Promise<void> {
  for (const entity of ['board', 'pin'] as const) {
    const table = variantOf[entity];
    await copyUsername(client, table, pinnerIds);
    await client.query(forgetChangesSql(entity, `select _id from ${table} where pinner_id = any($1)`), [pinnerIds]);
    await client.query(`update ${table} set pinner_id = null where pinner_id = any($1)`, [pinnerIds]);
  }
}

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

  /** Returns the number of entities that have the issue now. */
  async countMatching(cleanup: Cleanup): Promise<number> {
    const { from, where } = matchingRowsSql(cleanup);
    const { rows } = await this.postgres.jobPool.query<{ count: number }>(`select count(*) from ${from} where ${where}`);
    return rows[0]?.count ?? 0;
  }

  /** Begins a cleanup with its row and its entry in the audit, or resumes the user's open one of the same kind. */
  begin(by: UserActor, cleanup: Cleanup, now: Date): Promise<OpenCleanup> {
    return inTransaction(this.postgres.jobPool, (client) => beginCleanup(client, by, cleanup, now));
  }

  /**
   * Deletes a bounded number of the entities that have the issue now, with all their data, counts them in the cleanup's row, and keeps them for
   * as long as the site keeps removed entities.
   */
  async removeBatch(scope: WriterScope, { id, cleanup, afterId, maxRows, now }: BatchRequest): Promise<RemovedBatch> {
    const limit = Math.min(this.batchRows, maxRows);
    return inTransaction(this.postgres.jobPoolIn(scope), async (client) => {
      await client.query(`set local lock_timeout = '10s'`);
      const ids = await lockMatchingIds(client, cleanup, afterId, limit);
      if (ids.length > 0) {
        if (this.config.REMOVED_ROWS_DAYS > 0) await keepRows(client, id, cleanup.entity_type, ids, now);
        await removeEntities(client, cleanup.entity_type, ids);
        await client.query('update cleanups set deleted = deleted + $2, active_at = $3 where id = $1', [id, ids.length, now]);
      }
      return { removed: ids.length, next: ids.length < limit ? null : (ids.at(-1) ?? null) };
    });
  }

  /** The unfinished cleanups that have removed nothing since a time. */
  async listInterrupted(since: Date): Promise<readonly InterruptedCleanup[]> {
    // Those of releases that did not resume have no `active_at`.
    const { rows } = await this.postgres.jobPool.query<Cleanup & Omit<InterruptedCleanup, 'cleanup'>>(
      `select id, entity_type, issue_type, greatest(0, matched - deleted) remaining from cleanups
       where finished_at is null and active_at < $1 order by id`,
      [since],
    );
    return rows.map(({ id, remaining, ...cleanup }) => ({ id, remaining, cleanup }));
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
async function beginCleanup(client: PoolClient, by: UserActor, cleanup: Cleanup, now: Date): Promise<OpenCleanup> {
  const { from, where } = matchingRowsSql(cleanup);
  const { entity_type: entity, issue_type: issue } = cleanup;
  const openCleanups = await client.query<{ id: number }>(
    `update cleanups set active_at = $4 where id = (select min(id) from cleanups
       where user_id = $1 and entity_type = $2 and issue_type = $3 and finished_at is null) returning id`,
    [by.id, entity, issue, now],
  );
  if (openCleanups.rows[0]) return { id: openCleanups.rows[0].id, hasLeftovers: true };
  const { rows } = await client.query<OpenCleanup & { readonly matched: number }>(
    `insert into cleanups (user_id, entity_type, issue_type, matched, started_at, active_at)
     select $1::uuid, $2, $3, count(*), $4::timestamptz, $4 from ${from} where ${where}
     returning id, matched, exists (select 1 from cleanups where entity_type = $2 and issue_type = $3 and finished_at is null) "hasLeftovers"`,
    [by.id, entity, issue, now],
  );
  const { id = 0, matched = 0, hasLeftovers = false } = rows[0] ?? {};
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

/** Deletes entities with all of their data and updates the totals. */
async function removeEntities(client: PoolClient, entity: EntityType, ids: readonly string[]): Promise<void> {
  const variant = variantOf[entity];
  const { text, metrics, scores } = tablesOf(variant);
  if (entity === 'pinner') await detachWorks(client, ids);
  // Taking an import back leaves entities as a cleanup left them.
  for (const statement of [
    forgetChangesSql(entity, 'select unnest($1::text[])'),
    `delete from ${scores} where _id = any($1)`,
    ...deleteHistoriesSql(entity),
  ])
    await client.query(statement, [ids]);
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
