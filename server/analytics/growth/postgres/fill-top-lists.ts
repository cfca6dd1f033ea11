import type { ClientBase } from 'pg';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import type { EntityType } from '#domain/catalog/variants';
import { buildNextTables, nextTableName } from '#server/database/table-swap';

/** Precomputed top performers per metric and period. */
const MAX_TOP_PERFORMERS = 1_000;

/** The precomputed tables, swapped in together with the scores that they were computed from. */
export const topListTables = ['top_performers', 'momentum_averages'] as const;

/**
 * Replaces an entity's top performers and averages by those of a scores table, in one scan: the scan aggregates the averages and collects
 * the ids that rank high enough in any score column, whose rows are then read by key. Places number the ranked entities of a column from
 * 1, so after a full recompute they equal the ranks. `tableName` maps to the tables to fill: the current or the next ones.
 */
export async function fillTopLists(
  client: ClientBase,
  entity: EntityType,
  scoresTable: string,
  tableName: (table: string) => string = (table) => table,
): Promise<void> {
  const [performers, averages] = topListTables.map(tableName);
  const scoreColumns = Array.from({ length: scoreColumnCount(entity) }, (_, scoreColumn) => scoreColumn);
  await client.query(`delete from ${performers} where entity = $1`, [entity]);
  await client.query(`delete from ${averages} where entity = $1`, [entity]);
  await client.query(
    `with whole as materialized (
       select array[${scoreColumns.map((scoreColumn) => `count(score[${scoreColumn + 1}])::int`).join(', ')}] scored,
         array[${scoreColumns.map((scoreColumn) => `avg(score[${scoreColumn + 1}])`).join(', ')}] average,
         array_agg(_id) filter (where ${MAX_TOP_PERFORMERS} >= any (rank)) ids
       from ${scoresTable}
     ), ranked as (
       select r.slot, s._id, row_number() over (partition by r.slot order by r.rank, s._id) place, s.score[r.slot] score,
         s.growth[r.slot] growth, s.previous_rank[r.slot] previous_rank, s.confidence[r.slot] confidence
       from whole, unnest(whole.ids) i(_id) join ${scoresTable} s on s._id = i._id, unnest(s.rank) with ordinality r(rank, slot)
       where r.rank <= ${MAX_TOP_PERFORMERS}
     ), listed as (
       insert into ${performers} (entity, slot, place, _id, score, growth, previous_rank, confidence)
       select $1, slot - 1, place, _id, score, growth, previous_rank, confidence from ranked where place <= ${MAX_TOP_PERFORMERS}
     )
     insert into ${averages} (entity, slot, scored, average)
     select $1, a.slot - 1, a.scored, a.average from whole, unnest(whole.scored, whole.average) with ordinality a(scored, average, slot)`,
    [entity],
  );
}

/** Builds the next top performers and averages: those of `entities` from the next scores, the others copied from the current tables. */
export async function buildNextTopLists(client: ClientBase, entities: readonly EntityType[]): Promise<void> {
  await buildNextTables(client, topListTables, async () => {
    for (const table of topListTables) {
      await client.query(`insert into ${nextTableName(table)} select * from ${table} where entity <> all ($1)`, [entities]);
    }
    for (const entity of entities) await fillTopLists(client, entity, nextTableName(`${entity}_scores`), nextTableName);
  });
}
