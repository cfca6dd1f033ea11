import type { ClientBase } from 'pg';
import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, perEntity, type Variant, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { checkColumns, checkedRows, growthColumnsSql } from '#server/analytics/growth/postgres/checked-rows';
import { stagedRowsSql } from '#server/analytics/growth/postgres/ranking';
import { dropStaging, historiesSql, SCORING_ORDER, stagingTableOf } from '#server/analytics/growth/postgres/score-staging';
import { scoreTableColumns, scoreRows } from '#server/analytics/growth/scoring/score-rows';
import { copyOut, copyIn } from '#server/database/copy/binary-copy';
import type { Rows } from '#server/database/copy/row-writer';
import { historyTablesOf } from '#server/database/catalog-tables';
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

/** Fills the temporary table `new_rows` with columns of a table, in the caller's transaction. */
async function fillNewRows(client: ClientBase, table: string, columns: readonly string[], rows: readonly Rows[]): Promise<void> {
  await client.query('drop table if exists new_rows');
  await client.query(`create temp table new_rows on commit drop as select ${columns.join(', ')} from ${table} with no data`);
  await copyIn(client, 'new_rows', columns, rows);
}

/** Overwrites the published scores of the entities in `changed_ids` and deletes those without a history; returns how many were scored. */
async function updateScores(client: ClientBase, entity: EntityType, day: Day): Promise<number> {
  const scored: Rows[] = [];
  for await (const batch of copyOut(client, historiesSql(entity, '', true))) scored.push(scoreRows(entity, day, batch));
  await fillNewRows(client, `${entity}_scores`, scoreTableColumns, scored);
  const [, ...updated] = scoreTableColumns;
  await client.query(
    `insert into ${entity}_scores (${scoreTableColumns.join(', ')}) ${stagedRowsSql(entity, scoreTableColumns, 'new_rows', 'pinner_scores')}
     on conflict (_id) do update set ${updated.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  );
  await client.query(
    `delete from ${entity}_scores s using changed_ids c
     where s._id = c._id and not exists (select from ${historyTablesOf(entity).histories} h where h._id = c._id)`,
  );
  return scored.reduce((sum, { count }) => sum + count, 0);
}

/** Updates the checks of all entities as of the day of their scores, or growth columns and checks of those in `changed_ids`; returns how many rows changed. */
async function updateMetrics(client: ClientBase, entity: EntityType, day: Day, isChangedOnly: boolean): Promise<number> {
  const growth = isChangedOnly ? growthColumnsSql(entity) : new Map<string, string>();
  const columns = [...growth.keys(), ...checkColumns[entity]];
  // One connection either reads or writes: the checks of a million rows take 60 MB.
  const batches: Rows[] = [];
  const selected = ['m._id', ...growth.values()];
  for await (const rows of checkedRows(client, entity, day, selected, `${entity}_scores`, isChangedOnly)) batches.push(rows);
  await fillNewRows(client, `${entity}_metrics`, ['_id', ...columns], batches);
  const { rowCount } = await client.query(
    `update ${entity}_metrics m set ${columns.map((column) => `${column} = r.${column}`).join(', ')} from new_rows r
     where r._id = m._id and (${columns.map((column) => `m.${column} is distinct from r.${column}`).join(' or ')})`,
  );
  return rowCount ?? 0;
}

/** Marks lists as behind their entities. */
const markBehind = (client: ClientBase, lists: readonly Variant[]) =>
  client.query('update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = any($1)', [lists]);

/** Updates the scores of what an import changed and tells the lists; see `GrowthLedger.updateInPlace`. */
export async function updateInPlace(pool: ScopedPool, changed: ChangedIds, day: Day): Promise<number | null> {
  const { rows: stats } = await pool.query<{ variant: Variant; total: number; day: Day | null }>(
    'select variant, total, scored_day "day" from catalog_stats',
  );
  const totals = perEntity((entity) => stats.find(({ variant }) => variant === variantOf[entity])?.total ?? 0);
  if (stats.some((row) => row.day !== day) || !canUpdateInPlace(changed, totals)) return null;
  const entities = SCORING_ORDER.filter((entity) => (changed[entity] ?? []).length > 0);
  return inTransaction(pool, async (client) => {
    let rows = 0;
    // Pinners come before pins, which copy their scores. Ranks stay.
    for (const entity of entities) {
      await fillChangedIds(client, changed[entity] as readonly string[]);
      rows += await updateScores(client, entity, day);
      await updateMetrics(client, entity, day, true);
      // Adds new terms to the term dictionary now; the next build of the read model counts how often each occurs.
      await client.query(
        `insert into ${entity}_words (term, total) select term, count(*) from changed_ids join ${variantOf[entity]} using (_id), unnest(terms) term
         group by term on conflict do nothing`,
      );
    }
    await markBehind(
      client,
      entities.map((entity) => variantOf[entity]),
    );
    await dropStaging(client);
    return rows;
  });
}

/** Checks all pins again as of the day of the scores; see `GrowthLedger.recheckPins`. */
export const recheckPins = (pool: ScopedPool): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ day: Day | null }>(`select scored_day "day" from catalog_stats where variant = 'pins'`);
    const day = rows[0]?.day ?? null;
    if (day !== null && (await updateMetrics(client, 'pin', day, false)) > 0) await markBehind(client, ['pins']);
  });
