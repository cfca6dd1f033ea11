import { Injectable } from '@nestjs/common';
import type { GrowthLedger, NextScores, OnGrowthProgress, PreparationEvents } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { Day } from '#domain/days';
import { copyPublishedScores, fillChangedIds, recheckPins, updateInPlace } from '#server/analytics/growth/postgres/changed-scores';
import { buildNextTopLists, type RankRequest, rankScored, topListTables } from '#server/analytics/growth/postgres/ranking';
import type { RankWorkerData } from '#server/analytics/growth/postgres/rank-worker';
import {
  countStaged,
  dropStaging,
  historiesSql,
  openStaging,
  SCORING_ORDER,
  SESSION_SETTINGS_SQL,
  stagingTableOf,
  type StreamingClients,
} from '#server/analytics/growth/postgres/score-staging';
import { historyTablesOf, tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { listNextReadModelTables, publishNextStats } from '#server/database/catalog-stats';
import { inTransactionWithLockRetries, swapTables } from '#server/database/table-swap';
import { scoreBatches } from '#server/analytics/growth/scoring/score-batches';
import { scoreTableColumns } from '#server/analytics/growth/scoring/score-rows';
import { copyIn, copyOut } from '#server/database/copy/binary-copy';
import { withClient, withTwoClients } from '#server/database/transaction';
import { fewShortLivedObjects, runInWorker } from '#server/jobs/worker-threads';

/** Fewer entities are ranked before a thread has started. */
const MIN_ROWS_FOR_WORKER = 5_000;

/** Scores in Postgres: staged in batches that survive an interruption, ranked, and published by a table swap (docs/decisions/0004). */
@Injectable()
export class PostgresGrowthLedger implements GrowthLedger {
  /** Entities per staged batch. */
  batchRows = 5_000;

  constructor(private readonly postgres: Postgres) {}

  async prepare(
    scope: WriterScope,
    day: Day,
    changedIds: ChangedIds | null,
    { onProgress, onReady }: PreparationEvents,
  ): Promise<NextScores> {
    return withTwoClients(this.postgres.jobPoolIn(scope), SESSION_SETTINGS_SQL, async (reader, writer) => {
      const { rows: days } = await writer.query<{ day: Day | null }>('select distinct scored_day "day" from catalog_stats');
      const changed = days.length === 1 && days[0]?.day === day ? changedIds : null;
      await openStaging(writer, day, changed === null);
      // A pin has the scores of its owner.
      const isScored = (entity: EntityType) => !changed || changed[entity] || (entity === 'pin' && changed.pinner);
      const entities = SCORING_ORDER.filter(isScored);
      const ownersTable = entities.includes('pinner') ? stagingTableOf('pinner') : 'pinner_scores';
      let rows = 0;
      // Each type is ranked while the next is scored, which mostly waits for histories to be read.
      let ranked = Promise.resolve();
      const scoreEach = async (): Promise<void> => {
        for (const entity of entities) {
          rows += await this.#score({ reader, writer }, entity, day, changed === null ? 'all' : (changed[entity] ?? []), onProgress);
          ranked = ranked.then(() => this.#rank(scope, { entity, ownersTable, day })).then(() => onReady(variantOf[entity]));
          ranked.catch(() => undefined);
        }
      };
      await scoreEach().finally(() => ranked);
      await buildNextTopLists(writer, entities);
      return { day, entities, rows };
    });
  }

  /** Scores the histories of these entities into the staging table of their type; returns their number, resumed ones included. */
  async #score(
    { reader, writer }: StreamingClients,
    entity: EntityType,
    day: Day,
    ids: readonly string[] | 'all',
    onProgress: OnGrowthProgress,
  ): Promise<number> {
    const isChangedOnly = ids !== 'all';
    if (isChangedOnly) await fillChangedIds(reader, ids);
    const condition = isChangedOnly ? 'where _id in (select _id from changed_ids)' : '';
    const staging = stagingTableOf(entity);
    const { rows } = await reader.query<{ total: number; done: number; last: string }>(
      `select (select count(*)::int from ${historyTablesOf(entity).histories} ${condition}) total, count(*)::int done,
         coalesce(max(_id), '') "last" from ${staging}`,
    );
    const { total, last } = rows[0]!;
    let { done } = rows[0]!;
    const batches = copyOut(reader, historiesSql(entity, last, isChangedOnly), this.batchRows);
    // Each batch is a transaction. They are in order of id, so that an interrupted run resumes after the last staged one.
    for await (const scored of scoreBatches(batches, entity, day, total - done)) {
      await copyIn(writer, staging, scoreTableColumns, [scored]);
      done += scored.count;
      onProgress({ entity, done, total });
    }
    if (isChangedOnly) await copyPublishedScores(reader, entity);
    return done;
  }

  /** Many are ranked in a thread of their own, so that this one goes on with requests. */
  async #rank(scope: WriterScope, request: RankRequest): Promise<void> {
    const pool = this.postgres.jobPoolIn(scope);
    if ((await countStaged(pool, request.entity)) < MIN_ROWS_FOR_WORKER)
      return withTwoClients(pool, SESSION_SETTINGS_SQL, (reader, writer) => rankScored({ reader, writer }, request));
    const workerData: RankWorkerData = { url: this.postgres.url, request };
    return runInWorker(scope, 'rank-worker', import.meta.url, { workerData, resourceLimits: fewShortLivedObjects });
  }

  updateInPlace(scope: WriterScope, day: Day, changed: ChangedIds): Promise<number | null> {
    return updateInPlace(this.postgres.jobPoolIn(scope), changed, day);
  }

  recheckPins(scope: WriterScope): Promise<void> {
    return recheckPins(this.postgres.jobPoolIn(scope));
  }

  async publish(scope: WriterScope, { day, entities }: NextScores): Promise<void> {
    const lists = entities.map((entity) => variantOf[entity]);
    await withClient(this.postgres.jobPoolIn(scope), async (client) => {
      const scoreTables = lists.flatMap((variant) => [tablesOf(variant).scores, tablesOf(variant).metrics]);
      const tables = [...scoreTables, ...(await listNextReadModelTables(client, lists)), ...topListTables];
      await inTransactionWithLockRetries(client, tables, async () => {
        // Takes all locks before the first change, so that giving up releases a reader that holds one table and waits for another.
        await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
        await swapTables(client, tables);
        await publishNextStats(client, lists);
        await client.query('update catalog_stats set scored_day = $1, scored_at = clock_timestamp()', [day]);
        await dropStaging(client);
      });
    });
  }
}
