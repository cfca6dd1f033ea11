import type { ClientBase } from 'pg';
import { scoreColumnCount } from '#domain/analytics/growth/scores';
import type { EntityType } from '#domain/catalog/variants';
import { buildNextTables, nextTableName } from '#server/database/table-swap';

/** How many performers are kept ready by each metric and period. */
export const MAX_TOP_PERFORMERS = 1_000;

/** The tables of the lists and averages, to be put in place (`putInPlace`) together with the scores they were made of. */
export const topListTables = ['top_performers', 'momentum_averages'] as const;

/**
 * Replaces the lists and averages of an entity by those of a table of scores, in one scan of it: who is among the first of any slot is
 * gathered while the averages are made, and then looked up by key. Places count the ranked of a slot from 1, so they are the ranks after
 * a full computation. `form` names the tables that are filled.
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

/**
 * Makes the next lists and averages: those of `entities` from the next scores, the others as they are. They take the present ones' place
 * with `putInPlace(client, topListTables)`, in the same step that shows the scores, which so stays short.
 */
export async function buildNextTopLists(client: ClientBase, entities: readonly EntityType[]): Promise<void> {
  await buildNextTables(client, topListTables, async () => {
    for (const table of topListTables) {
      await client.query(`insert into ${nextTableName(table)} select * from ${table} where entity <> all ($1)`, [entities]);
    }
    for (const entity of entities) await fillTopLists(client, entity, nextTableName(`${entity}_scores`), nextTableName);
  });
}
