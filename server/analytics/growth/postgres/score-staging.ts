import type { ClientBase } from 'pg';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import type { Rows } from '#server/database/copy/binary-format';
import { copyIn } from '#server/database/copy/binary-copy';
import { scoreTableColumns } from '#server/analytics/growth/score-rows';
import { transaction } from '#server/database/transaction';

/** Where scores are collected until all are there: rows of `scoreColumns`, without ranks. */
export const stagingTableOf = (entity: EntityType): string => `${entity}_scores_stage`;

/** The one row that says what the stage holds; it is there exactly while the stage is. */
const STAGING_RUN_CONDITION = `job = 'growth stage' and slot = 'next'`;

/** How far one kind of entity has come: the last id scored, and how many. */
export interface ScoringCursor {
  readonly cursor: string;
  readonly done: number;
}

interface Progress {
  readonly day: Day;
  /** Of which data the scores are; after an import they are of no use. */
  readonly version: string;
  readonly reached: Partial<Record<EntityType, ScoringCursor>>;
}

async function dataVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string | null }>(
    `select string_agg(variant || ' ' || coalesce(changed_at::text, '-'), ', ' order by variant) version from catalog_stats`,
  );
  return rows[0]?.version ?? '';
}

/** Empties the stage and notes what it is going to hold. */
export async function resetStaging(client: ClientBase, day: Day, isResumable: boolean): Promise<void> {
  await transaction(client, async () => {
    await dropStaging(client);
    for (const entity of entityTypes) {
      // Not logged: it is written once, read once and dropped. After a crash of Postgres it is empty, which its note tells (see resumed).
      await client.query(`create unlogged table ${stagingTableOf(entity)} (
        _id text collate "C" primary key, growth double precision[] not null, score real[] not null, raw double precision[] not null,
        raw_before double precision[] not null, confidence smallint[] not null, flags integer[] not null)`);
    }
    if (!isResumable) return;
    const progress: Progress = { day, version: await dataVersion(client), reached: {} };
    await client.query(`insert into job_runs (job, slot, started_at, progress) values ('growth stage', 'next', now(), $1)`, [progress]);
  });
}

/** Removes the stage with its note; part of the caller's transaction. */
export async function dropStaging(client: ClientBase): Promise<void> {
  await client.query(`drop table if exists ${entityTypes.map(stagingTableOf).join(', ')}`);
  await client.query(`delete from job_runs where ${STAGING_RUN_CONDITION}`);
}

/** What an interrupted run for the same day and the same data has left in the stage; null when there is nothing to go on from. */
export async function readResumableProgress(client: ClientBase, day: Day): Promise<Progress['reached'] | null> {
  // A killed run may have its last commit under way: whoever locks the note waits for it.
  const { rows } = await client.query<{ progress: Progress }>(`select progress from job_runs where ${STAGING_RUN_CONDITION} for update`);
  const progress = rows[0]?.progress;
  if (progress?.day !== day || progress.version !== (await dataVersion(client))) return null;
  for (const entity of entityTypes) if ((await countStaged(client, entity)) !== (progress.reached[entity]?.done ?? 0)) return null;
  return progress.reached;
}

/** How many rows of an entity the stage holds. */
export async function countStaged(client: ClientBase, entity: EntityType): Promise<number> {
  const { rows } = await client.query<{ total: number }>(`select count(*)::int total from ${stagingTableOf(entity)}`);
  return rows[0]?.total ?? 0;
}

/** Adds scored rows to the stage, together with how far that is: a lost commit loses both, and the run then repeats them. */
export async function appendToStaging(client: ClientBase, entity: EntityType, rows: Rows, reached: ScoringCursor): Promise<void> {
  await transaction(client, async () => {
    await copyIn(client, stagingTableOf(entity), scoreTableColumns, [rows]);
    await client.query(`update job_runs set progress = jsonb_set(progress, array['reached', $1], $2) where ${STAGING_RUN_CONDITION}`, [
      entity,
      reached,
    ]);
  });
}

/** Takes over the published scores of all but the touched ones (table `touched`), as far as they still have a series. */
export async function copyPublishedScores(client: ClientBase, entity: EntityType): Promise<void> {
  await client.query(
    `insert into ${stagingTableOf(entity)} select ${scoreTableColumns.map((column) => `s.${column}`).join(', ')} from ${entity}_scores s
     where not exists (select from touched t where t._id = s._id) and exists (select from ${entity}_series c where c._id = s._id)
     order by s._id`,
  );
}

/** The query that `scoreRows` reads: series in order of id, after the id set as `corklight.cursor`, all or the touched ones. */
export const seriesSql = (entity: EntityType, isChangedOnly: boolean): string =>
  `select c._id, c.at, ${countsOf[entity].map((metric) => `c.${metric}`).join(', ')} from ${entity}_series c
   where c._id > current_setting('corklight.cursor') ${isChangedOnly ? 'and c._id in (select _id from touched)' : ''} order by c._id`;
