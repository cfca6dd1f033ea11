import type { ClientBase } from 'pg';
import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, type Variant, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { fillChangedIds, updateChecks } from '#server/analytics/growth/postgres/changed-rows';
import { growthColumnsSql } from '#server/analytics/growth/postgres/growth-columns';
import { stagedRowsSql } from '#server/analytics/growth/postgres/ranking';
import { dropStaging, historiesSql, SCORING_ORDER } from '#server/analytics/growth/postgres/score-staging';
import { scoreTableColumns, scoreRows } from '#server/analytics/growth/scoring/score-rows';
import { copyOut, copyIn } from '#server/database/copy/binary-copy';
import type { Rows } from '#server/database/copy/row-writer';
import { historyTablesOf } from '#server/database/catalog-tables';
import type { ScopedPool } from '#server/database/scoped-pool';
import { inTransaction } from '#server/database/transaction';

const BATCH_ROWS = 2_000;

async function scoreChangedHistories(client: ClientBase, entity: EntityType, day: Day): Promise<Rows[]> {
  const scored: Rows[] = [];
  const query = historiesSql(entity, '', true);
  for await (const batch of copyOut(client, query, BATCH_ROWS)) scored.push(scoreRows(entity, day, batch));
  return scored;
}

/**
 * Scores these entities as of a day in the caller's transaction: overwrites their published scores and growth columns, deletes scores
 * without a history, checks them again, and adds their new search terms to the term dictionary; ranks stay. Returns the number of scored entities. Pinners must be updated before pins, which copy their scores.
 */
async function updateScores(client: ClientBase, entity: EntityType, ids: readonly string[], day: Day): Promise<number> {
  await fillChangedIds(client, ids);
  const scored = await scoreChangedHistories(client, entity, day);
  await client.query('drop table if exists rescored');
  await client.query(
    `create temp table rescored on commit drop as select ${scoreTableColumns.join(', ')} from ${entity}_scores with no data`,
  );
  await copyIn(client, 'rescored', scoreTableColumns, scored);
  const updatedColumns = scoreTableColumns.filter((column) => column !== '_id');
  await client.query(
    `insert into ${entity}_scores (${scoreTableColumns.join(', ')}) ${stagedRowsSql(entity, scoreTableColumns, 'rescored', 'pinner_scores')}
     on conflict (_id) do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  );
  await client.query(
    `delete from ${entity}_scores s using changed_ids c
     where s._id = c._id and not exists (select from ${historyTablesOf(entity).histories} h where h._id = c._id)`,
  );
  const growth = [...growthColumnsSql(entity)];
  await client.query(
    `update ${entity}_metrics m set ${growth.map(([column, value]) => `${column} = ${value}`).join(', ')}
     from changed_ids c left join ${entity}_scores s on s._id = c._id
     where m._id = c._id and (${growth.map(([column, value]) => `m.${column} is distinct from ${value}`).join(' or ')})`,
  );
  await updateChecks(client, entity, day, true);
  // Adds new terms to the term dictionary now; the next build of the read model counts how often each occurs.
  await client.query(
    `insert into ${entity}_words (term, total) select term, count(*) from changed_ids join ${variantOf[entity]} using (_id), unnest(terms) term
     group by term on conflict do nothing`,
  );
  return scored.reduce((sum, { count }) => sum + count, 0);
}

/** Updates the scores of what an import changed and tells the lists; see `GrowthLedger.updateInPlace`. */
export async function updateInPlace(pool: ScopedPool, changed: ChangedIds, day: Day): Promise<number | null> {
  const { rows: stats } = await pool.query<{ variant: Variant; total: number; day: Day | null }>(
    'select variant, total, scored_day "day" from catalog_stats',
  );
  const totalOf = (entity: EntityType) => stats.find(({ variant }) => variant === variantOf[entity])?.total ?? 0;
  if (stats.some((row) => row.day !== day)) return null;
  if (!canUpdateInPlace(changed, { board: totalOf('board'), pinner: totalOf('pinner'), pin: totalOf('pin') })) return null;
  return inTransaction(pool, async (client) => {
    let rows = 0;
    for (const entity of SCORING_ORDER) {
      const ids = changed[entity] ?? [];
      if (ids !== 'all' && ids.length > 0) rows += await updateScores(client, entity, ids, day);
    }
    const lists = SCORING_ORDER.filter((entity) => (changed[entity] ?? []).length > 0).map((entity) => variantOf[entity]);
    await client.query('update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = any($1)', [lists]);
    await dropStaging(client);
    return rows;
  });
}
