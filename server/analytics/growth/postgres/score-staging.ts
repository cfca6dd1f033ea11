import { type ClientBase, escapeLiteral } from 'pg';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { historyColumnsSql } from '#server/database/history/history-sql';
import { scoreTableColumns } from '#server/analytics/growth/scoring/score-rows';
import type { ConnectionPool } from '#server/database/scoped-pool';
import { transaction } from '#server/database/transaction';
import { historyTablesOf } from '#server/database/catalog-tables';

/** Two connections, because COPY streams rows out of one, through this process, into the other. */
export interface StreamingClients {
  readonly reader: ClientBase;
  readonly writer: ClientBase;
}

/** Commits do not wait for the disk: work lost before it is published is computed again. */
export const SESSION_SETTINGS_SQL = `set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off`;

/** Pinners first, because pins copy their owner's follower scores. Boards last: they rank longest, while the other lists are built. */
export const SCORING_ORDER: readonly EntityType[] = ['pinner', 'pin', 'board'];

/** The staging table of an entity's scores: rows of `scoreTableColumns`, without ranks. */
export const stagingTableOf = (entity: EntityType): string => `${entity}_scores_stage`;
const STAGING_TABLES = entityTypes.map(stagingTableOf).join(', ');

/** The row of `job_runs` that says which day and which data the staging tables are for. It exists exactly while a resumable run does. */
const STAGING_RUN_CONDITION = `job = 'growth stage' and scheduled_for = 'next'`;

/** The version of the data that is scored; an import makes it obsolete. */
async function dataVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string | null }>(
    `select string_agg(variant || ' ' || coalesce(changed_at::text, '-'), ', ' order by variant) version from catalog_stats`,
  );
  return rows[0]?.version ?? '';
}

/** Keeps the staging tables of an interrupted run over the same day and data if there are some and this one may resume it; else creates empty ones. */
export async function openStaging(client: ClientBase, day: Day, isResumable: boolean): Promise<void> {
  await transaction(client, async () => {
    const run = { day, version: await dataVersion(client) };
    const { rowCount } = await client.query(`select 1 from job_runs where ${STAGING_RUN_CONDITION} and progress = $1`, [run]);
    // The lock waits for the last batch of a killed run, which may still be committed.
    if (isResumable && rowCount === 1) {
      await client.query(`lock table ${STAGING_TABLES} in share mode`);
      return;
    }
    await dropStaging(client);
    for (const entity of entityTypes) {
      // Unlogged: written once, read once, dropped, before a vacuum could help. A crash of Postgres empties it: the run then starts over.
      await client.query(`create unlogged table ${stagingTableOf(entity)} with (autovacuum_enabled = off)
        as select ${scoreTableColumns.join(', ')} from ${entity}_scores with no data`);
      await client.query(`alter table ${stagingTableOf(entity)} add primary key (_id)`);
    }
    if (!isResumable) return;
    await client.query(`insert into job_runs (job, scheduled_for, started_at, progress) values ('growth stage', 'next', now(), $1)`, [run]);
  });
}

/** Drops the staging tables and the note of what they are for, in the caller's transaction. */
export async function dropStaging(client: ClientBase): Promise<void> {
  await client.query(`drop table if exists ${STAGING_TABLES}`);
  await client.query(`delete from job_runs where ${STAGING_RUN_CONDITION}`);
}

/** The number of rows in a staging table. */
export async function countStaged(client: Pick<ConnectionPool, 'query'>, entity: EntityType): Promise<number> {
  const { rows } = await client.query<{ total: number }>(`select count(*)::int total from ${stagingTableOf(entity)}`);
  return rows[0]?.total ?? 0;
}

/**
 * The query whose rows `scoreRows` reads: the histories after an id, of all entities or of those in `changed_ids`, in order of id. The id is a
 * literal because COPY takes no parameters.
 */
export const historiesSql = (entity: EntityType, afterId: string, isChangedOnly: boolean): string =>
  `select h._id, ${historyColumnsSql(entity, 'h.key')} from ${historyTablesOf(entity).histories} h
   where h._id > ${escapeLiteral(afterId)} ${isChangedOnly ? 'and h._id in (select _id from changed_ids)' : ''} order by h._id`;
