import type { ClientBase } from 'pg';
import { DEFAULT_PERIOD, type Metric, scoreColumnOf } from '#domain/catalog/metrics';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { stagedRowsSql } from '#server/analytics/growth/postgres/ranking';
import { seriesSql } from '#server/analytics/growth/postgres/score-staging';
import { scoreTableColumns, scoreRows } from '#server/analytics/growth/score-rows';
import { copyOut, copyIn } from '#server/database/copy/binary-copy';
import type { Rows } from '#server/database/copy/binary-format';

/** The growth columns of the lists: which metric's default period each of them is. */
const growthColumns: Readonly<Record<EntityType, readonly (readonly [column: string, metric: Metric])[]>> = {
  board: [
    ['follower_growth_last_90_days', 'follower_count'],
    ['collaborator_growth_last_90_days', 'collaborator_count'],
  ],
  pinner: [
    ['follower_growth_last_90_days', 'follower_count'],
    ['viewer_growth_last_90_days', 'profile_views'],
  ],
  pin: [['saves_growth_last_90_days', 'saves']],
};

/** The growth columns of an entity's metrics, each as an expression over its scores `s`. */
export const growthColumnsSql = (entity: EntityType): ReadonlyMap<string, string> =>
  new Map(growthColumns[entity].map(([column, metric]) => [column, `s.growth[${scoreColumnOf(entity, metric, DEFAULT_PERIOD) + 1}]`]));

const BATCH_ROWS = 2_000;

/** Makes the temporary table `touched` of these ids. */
export async function fillChangedIds(client: ClientBase, ids: readonly string[]): Promise<void> {
  await client.query('create temp table if not exists touched (_id text collate "C" primary key)');
  await client.query('truncate touched');
  await client.query('insert into touched select distinct unnest($1::text[])', [ids]);
  await client.query('analyze touched');
}

async function scoreChanged(client: ClientBase, entity: EntityType, day: Day): Promise<Rows[]> {
  const scored: Rows[] = [];
  for await (const batch of copyOut(client, seriesSql(entity, true), BATCH_ROWS)) scored.push(scoreRows(entity, day, batch));
  return scored;
}

/**
 * Scores these entities as of a day and writes that over what they had, their ranks excepted: scores, growth columns and new words, in
 * the caller's transaction. Answers how many have scores. Pins come after pinners, whose followers they have.
 */
export async function amendScores(client: ClientBase, entity: EntityType, ids: readonly string[], day: Day): Promise<number> {
  await fillChangedIds(client, ids);
  await client.query(`select set_config('corklight.cursor', '', true)`);
  const scored = await scoreChanged(client, entity, day);
  await client.query('drop table if exists amended');
  await client.query(
    `create temp table amended on commit drop as select ${scoreTableColumns.join(', ')} from ${entity}_scores with no data`,
  );
  await copyIn(client, 'amended', scoreTableColumns, scored);
  const updatedColumns = scoreTableColumns.filter((column) => column !== '_id');
  await client.query(
    `insert into ${entity}_scores (${scoreTableColumns.join(', ')}) ${stagedRowsSql(entity, scoreTableColumns, 'amended', 'pinner_scores')}
     on conflict (_id) do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  );
  await client.query(
    `delete from ${entity}_scores s using touched t where s._id = t._id and not exists (select from ${entity}_series c where c._id = t._id)`,
  );
  const growth = [...growthColumnsSql(entity)];
  await client.query(
    `update ${entity}_metrics m set ${growth.map(([column, value]) => `${column} = ${value}`).join(', ')}
     from touched t left join ${entity}_scores s on s._id = t._id
     where m._id = t._id and (${growth.map(([column, value]) => `m.${column} is distinct from ${value}`).join(' or ')})`,
  );
  // How often a known word occurs is counted with the next lists; that it occurs at all is known at once.
  await client.query(
    `insert into ${entity}_words (term, total) select term, count(*) from touched join ${variantOf[entity]} using (_id), unnest(terms) term
     group by term on conflict do nothing`,
  );
  return scored.reduce((sum, { count }) => sum + count, 0);
}
