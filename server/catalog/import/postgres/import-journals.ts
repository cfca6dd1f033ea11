import type { PoolClient } from 'pg';
import type { Reading } from '#domain/catalog/history/readings';
import { arrayColumns, textColumns, valueColumns } from '#domain/catalog/import/import-row';
import { countsOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import { DAY_MS } from '#domain/durations';
import { recordedTable } from '#server/catalog/import/postgres/packed-changes';
import { contentColumns, stagingTable } from '#server/catalog/import/postgres/staging-tables';
import type { ScopedPool } from '#server/database/scoped-pool';

/** How many days it stays possible to take an import back. */
export const DEFAULT_KEPT_DAYS = 90;

/** Imports that ended before this time cannot be taken back. With 0 days, none can. */
export const keptSince = (now: Date, keptDays: number): Date | null =>
  keptDays === 0 ? null : new Date(now.getTime() - keptDays * DAY_MS);

/** An import whose changes are recorded. */
interface JournaledImport {
  readonly importId: number;
  readonly runId: number;
  readonly source: string;
  /** The time of the import, which its rows are marked with. */
  readonly importedAt: Date;
  readonly now: Date;
}

/** Opens the journal of an import; that of an interrupted one goes on, also under another number, and after its process was given up. */
export async function openJournal(pool: ScopedPool, { importId, runId, source, importedAt, now }: JournaledImport): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with resumed as (
       update import_journals set import_id = $1, source = $3, used_at = $5
       where run_id = $2 and imported_at = $4 and import_id in (select id from imports where id = $1 or state in ('running', 'refused')) returning id
     ), added as (
       insert into import_journals (import_id, run_id, source, imported_at, used_at) select $1, $2, $3, $4, $5
       where not exists (select 1 from resumed) returning id
     ) select id from resumed union all select id from added`,
    [importId, runId, source, importedAt, now],
  );
  return rows[0]!.id;
}

/** Gives an import the journals of those with the same run that ended unfinished: what they stored is taken back with it. */
export async function adoptJournals(pool: ScopedPool, runId: number, importId: number): Promise<void> {
  await pool.query(
    `update import_journals set import_id = $2 where run_id = $1 and import_id in (select id from imports where state in ('running', 'refused'))`,
    [runId, importId],
  );
}

/** Ends unfinished imports whose run, and journal, another one has taken over: nothing goes on with them. */
export async function endAdopted(pool: ScopedPool, runId: number, importId: number): Promise<void> {
  await pool.query(
    `update imports set state = 'refused', phase = null, share = null, finished_at = now(), reason = 'Its file came again, and was imported as number ' || $2::int || '.'
     where run_id = $1 and id <> $2::int and (state = 'running' or state = 'refused' and phase is not null)
       and id not in (select import_id from import_journals where import_id is not null)`,
    [runId, importId],
  );
}

/** Whether an import has stored something that can be taken back. */
export async function hasChanges(pool: ScopedPool, importId: number): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select 1 from import_journals j join import_changes c on c.journal_id = j.id where j.import_id = $1 limit 1',
    [importId],
  );
  return rowCount === 1;
}

/**
 * Deletes the journals of imports that last wrote to one before a time and are not being taken back, up to the first that stays: taking its import
 * back merges again what all later ones gave. Null deletes all up to there.
 */
export async function deleteJournalsBefore(pool: ScopedPool, time: Date | null): Promise<void> {
  await pool.query(
    `with gone as (
       delete from import_journals where id < all (select id from import_journals where import_id in (
         select import_id from import_journals where used_at >= $1::timestamptz union select id from imports where state = 'taking_back'
       )) returning id
     ), packed as (
       delete from packed_changes where journal_id in (select id from gone)
     )
     delete from import_changes where journal_id in (select id from gone)`,
    [time],
  );
}

/** The columns of lists, which records leave out where they are empty. */
export const listColumns = (entity: EntityType): readonly string[] => textColumns[entity].filter((column) => arrayColumns.has(column));

/** The row of the file without its empty lists and its counts without a value. */
function givenSql(entity: EntityType): string {
  const lists = new Set(listColumns(entity));
  const counts = new Set<string>(countsOf[entity]);
  const given = contentColumns(entity).map(([column]) => {
    if (lists.has(column)) return `nullif(s.${column}, '{}') ${column}`;
    return counts.has(column) ? `case when ${hasValueSql(`s.${column}`)} then s.${column} end ${column}` : `s.${column}`;
  });
  return `jsonb_strip_nulls((select to_jsonb(given) from (select ${given.join(', ')}) given))`;
}

const hasValueSql = (count: string): string => `array_remove(${count}, null) <> '{}'`;

/** The metrics that a row may change, as it meets them. */
function metSql(entity: EntityType): string {
  const changes = [
    ...countsOf[entity].map((count) => [count, hasValueSql(`i.${count}`)]),
    ...valueColumns[entity].map(([name]) => [name, `i.${name} <> m.${name} or m.${name} is null and i.${name} is not null`]),
  ];
  return [
    `jsonb_build_object('last_crawled_at', m.last_crawled_at, 'digest', m.digest)`,
    ...changes.map(([column, isChanged]) => `case when ${isChanged} then jsonb_build_object('${column}', m.${column}) else '{}' end`),
  ].join(' || ');
}

/**
 * Records the staged rows of a batch, and what they meet: the metrics that they may change, and the row if its texts change.
 * `incoming` has the rows that change something, `changed` those that change texts. Unknown values of rows are left out.
 */
export const recordChangesSql = (runId: number, entity: EntityType, batch: number): string =>
  `create temp table ${recordedTable(entity)} on commit drop as
   select s._id, s.digest, case when i._id is not null then ${givenSql(entity)} end given,
     case when not i.is_new then (
       select jsonb_build_object('met', ${metSql(entity)})
         || case when c._id is null then '{}' else jsonb_build_object('row', jsonb_strip_nulls(to_jsonb(e) - '{terms,term_occurrences}'::text[])) end
       from ${variantOf[entity]} e join ${entity}_metrics m on m._id = e._id where e._id = s._id) end before,
     null::jsonb readings
   from ${stagingTable(runId, entity)} s left join incoming_${entity} i on i._id = s._id left join changed_${entity} c on c._id = s._id
   where s.slice = ${Math.trunc(batch)}`;

/** Readings of an entity that an import met on its days. */
export interface MetReadings {
  readonly _id: string;
  readonly readings: readonly Reading[];
}

/** A reading as a journal has it. */
export type JournaledReading = readonly [at: number, importId: number, counts: readonly (number | null)[]];

/** Records the stored readings of the days of incoming points, before they change. */
export async function recordReadings(client: PoolClient, entity: EntityType, histories: readonly MetReadings[]): Promise<void> {
  if (histories.length === 0) return;
  const journaled = histories.map(({ readings }) =>
    JSON.stringify(readings.map(({ at, importId, counts }): JournaledReading => [at, importId, counts])),
  );
  await client.query(
    `update ${recordedTable(entity)} r set readings = met.readings from unnest($1::text[], $2::jsonb[]) met(_id, readings) where r._id = met._id`,
    [histories.map(({ _id }) => _id), journaled],
  );
}
