import { type ClientBase, escapeLiteral } from 'pg';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { Rows } from '#server/database/copy/row-writer';
import { historyColumnsSql } from '#server/database/history/history-sql';
import { copyIn } from '#server/database/copy/binary-copy';
import { scoreTableColumns } from '#server/analytics/growth/scoring/score-rows';
import type { ScopedPool } from '#server/database/scoped-pool';
import { transaction, withClient } from '#server/database/transaction';
import { historyTablesOf } from '#server/database/catalog-tables';

/** Two connections, because COPY streams rows out of one, through this process, into the other. */
export interface StreamingClients {
  readonly reader: ClientBase;
  readonly writer: ClientBase;
}

/** Commits do not wait for the disk: work lost before it is published is computed again. Only `publish` commits synchronously. */
export const SESSION_SETTINGS_SQL = `set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off`;

/** Runs `work` with two connections of the pool. After an error both are closed instead of reused. */
export const withStreamingClients = <T>(pool: ScopedPool, work: (clients: StreamingClients) => Promise<T>): Promise<T> =>
  withClient(pool, (reader) =>
    withClient(pool, async (writer) => {
      for (const client of [reader, writer]) await client.query(SESSION_SETTINGS_SQL);
      const result = await work({ reader, writer });
      for (const client of [reader, writer]) await client.query('reset all');
      return result;
    }),
  );

/** Pinners first, because pins copy their owner's follower scores. Boards last: they rank longest, while the other lists are built. */
export const SCORING_ORDER: readonly EntityType[] = ['pinner', 'pin', 'board'];

/** The staging table of an entity's scores: rows of `scoreTableColumns`, without ranks. */
export const stagingTableOf = (entity: EntityType): string => `${entity}_scores_stage`;

/** The row of `job_runs` that says how far the staging tables are filled. It exists exactly while a resumable run does. */
const STAGING_RUN_CONDITION = `job = 'growth stage' and scheduled_for = 'next'`;

/** How far the scoring of one entity type is: the last scored id, and the number of scored entities. */
export interface ScoringCursor {
  readonly cursor: string;
  readonly done: number;
}

interface Progress {
  readonly day: Day;
  /** The version of the data that was scored; an import makes it obsolete. */
  readonly version: string;
  readonly reached: Partial<Record<EntityType, ScoringCursor>>;
}

async function dataVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string | null }>(
    `select string_agg(variant || ' ' || coalesce(changed_at::text, '-'), ', ' order by variant) version from catalog_stats`,
  );
  return rows[0]?.version ?? '';
}

/** Creates empty staging tables; for a resumable run it also records the day and the data version. */
export async function resetStaging(client: ClientBase, day: Day, isResumable: boolean): Promise<void> {
  await transaction(client, async () => {
    await dropStaging(client);
    for (const entity of entityTypes) {
      // Unlogged: written once, read once, dropped, before a vacuum could help. A crash of Postgres empties it, which `readResumableProgress` notices.
      await client.query(`create unlogged table ${stagingTableOf(entity)} (
        _id text collate "C" primary key, growth double precision[] not null, score real[] not null, raw double precision[] not null,
        raw_before double precision[] not null, confidence smallint[] not null, flags integer[] not null,
        jump_share real, jumped_on integer, read_on integer[] not null, recent_change integer, recent_days integer) with (autovacuum_enabled = off)`);
    }
    if (!isResumable) return;
    const progress: Progress = { day, version: await dataVersion(client), reached: {} };
    await client.query(`insert into job_runs (job, scheduled_for, started_at, progress) values ('growth stage', 'next', now(), $1)`, [
      progress,
    ]);
  });
}

/** Drops the staging tables and their progress, in the caller's transaction. */
export async function dropStaging(client: ClientBase): Promise<void> {
  await client.query(`drop table if exists ${entityTypes.map(stagingTableOf).join(', ')}`);
  await client.query(`delete from job_runs where ${STAGING_RUN_CONDITION}`);
}

/** The progress of an interrupted run over the same day and data; null when there is none to resume. */
export async function readResumableProgress(client: ClientBase, day: Day): Promise<Progress['reached'] | null> {
  // The row lock waits for the last commit of a killed run, which may still be in progress.
  const { rows } = await client.query<{ progress: Progress }>(`select progress from job_runs where ${STAGING_RUN_CONDITION} for update`);
  const progress = rows[0]?.progress;
  if (progress?.day !== day || progress.version !== (await dataVersion(client))) return null;
  for (const entity of entityTypes) if ((await countStaged(client, entity)) !== (progress.reached[entity]?.done ?? 0)) return null;
  return progress.reached;
}

/** The number of rows in a staging table. */
export async function countStaged(client: ClientBase, entity: EntityType): Promise<number> {
  const { rows } = await client.query<{ total: number }>(`select count(*)::int total from ${stagingTableOf(entity)}`);
  return rows[0]?.total ?? 0;
}

/** Appends scored rows and advances the cursor in one transaction: a lost commit loses both, and the run repeats the batch. */
export async function appendToStaging(client: ClientBase, entity: EntityType, rows: Rows, cursor: ScoringCursor): Promise<void> {
  await transaction(client, async () => {
    await copyIn(client, stagingTableOf(entity), scoreTableColumns, [rows]);
    await client.query(`update job_runs set progress = jsonb_set(progress, array['reached', $1], $2) where ${STAGING_RUN_CONDITION}`, [
      entity,
      cursor,
    ]);
  });
}

/**
 * The query whose rows `scoreRows` reads: the histories after an id, of all entities or of those in `changed_ids`, in order of id. The id is a
 * literal because COPY takes no parameters.
 */
export const historiesSql = (entity: EntityType, afterId: string, isChangedOnly: boolean): string =>
  `select h._id, ${historyColumnsSql(entity, 'h.key')} from ${historyTablesOf(entity).histories} h
   where h._id > ${escapeLiteral(afterId)} ${isChangedOnly ? 'and h._id in (select _id from changed_ids)' : ''} order by h._id`;
