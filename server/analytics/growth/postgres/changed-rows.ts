import type { ClientBase } from 'pg';
import type { EntityType } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { checkColumns, factRowsSql, RowChecker } from '#server/analytics/growth/postgres/checked-rows';
import { checkedRows, readCompetitions } from '#server/analytics/growth/postgres/growth-columns';
import { stagingTableOf } from '#server/analytics/growth/postgres/score-staging';
import { scoreTableColumns } from '#server/analytics/growth/scoring/score-rows';
import { historyTablesOf } from '#server/database/catalog-tables';
import { copyIn } from '#server/database/copy/binary-copy';
import type { Rows } from '#server/database/copy/row-writer';
import type { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

/** Fills the temporary table `changed_ids`, which lives as long as the connection's session. */
export async function fillChangedIds(client: ClientBase, ids: readonly string[]): Promise<void> {
  await client.query('create temp table if not exists changed_ids (_id text collate "C" primary key)');
  await client.query('truncate changed_ids');
  await client.query('insert into changed_ids select distinct unnest($1::text[])', [ids]);
  await client.query('analyze changed_ids');
}

/** Copies the published scores of all entities outside `changed_ids` that still have a history into the staging table. */
export async function copyPublishedScores(client: ClientBase, entity: EntityType): Promise<void> {
  await client.query(
    `insert into ${stagingTableOf(entity)} select ${scoreTableColumns.map((column) => `s.${column}`).join(', ')} from ${entity}_scores s
     where not exists (select from changed_ids c where c._id = s._id) and exists (select from ${historyTablesOf(entity).histories} h where h._id = s._id)
     order by s._id`,
  );
}

/**
 * Checks entities again as of a day, in the caller's transaction: all of them, or those in `changed_ids`. Returns how many rows changed. Their
 * places in large lists stay until the next build of the read model.
 */
export async function updateChecks(client: ClientBase, entity: EntityType, day: Day, isChangedOnly: boolean): Promise<number> {
  const checked = checkColumns[entity];
  const checker = new RowChecker(entity, day, 1, await readCompetitions(client, entity));
  const batches: Rows[] = [];
  const query = factRowsSql(entity, ['m._id'], `${entity}_scores`, isChangedOnly);
  // One connection either reads or writes: the checks of a million rows take 60 MB.
  for await (const rows of checkedRows(client, query, checker)) batches.push(rows);
  await client.query('drop table if exists rechecked');
  await client.query(`create temp table rechecked on commit drop as select _id, ${checked.join(', ')} from ${entity}_metrics with no data`);
  await copyIn(client, 'rechecked', ['_id', ...checked], batches);
  const { rowCount } = await client.query(
    `update ${entity}_metrics m set ${checked.map((column) => `${column} = r.${column}`).join(', ')} from rechecked r
     where r._id = m._id and (${checked.map((column) => `m.${column} is distinct from r.${column}`).join(' or ')})`,
  );
  return rowCount ?? 0;
}

/** Checks all pins again as of the day of the scores; see `GrowthLedger.recheckPins`. */
export const recheckPins = (pool: ScopedPool): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ day: Day | null }>(`select scored_day "day" from catalog_stats where variant = 'pins'`);
    const day = rows[0]?.day ?? null;
    if (day === null || (await updateChecks(client, 'pin', day, false)) === 0) return;
    await client.query(`update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = 'pins'`);
  });
