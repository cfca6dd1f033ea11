import { Injectable } from '@nestjs/common';
import type { GrowthLedger, NextScores, OnGrowthProgress, PreparationEvents } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { type EntityType, variantOf } from '#domain/catalog/variants';
import type { WriterScope } from '#domain/jobs/write-lock';
import type { Day } from '#domain/days';
import { copyPublishedScores, fillChangedIds, recheckPins } from '#server/analytics/growth/postgres/changed-rows';
import { buildNextTopLists, type RankRequest, rankScored, topListTables } from '#server/analytics/growth/postgres/ranking';
import type { RankWorkerData } from '#server/analytics/growth/postgres/rank-worker';
import {
  countStaged,
  dropStaging,
  readResumableProgress,
  resetStaging,
  type ScoringCursor,
  stagingTableOf,
  appendToStaging,
  historiesSql,
  SCORING_ORDER,
  type StreamingClients,
  withStreamingClients,
} from '#server/analytics/growth/postgres/score-staging';
import { updateInPlace } from '#server/analytics/growth/postgres/update-scores-in-place';
import { historyTablesOf, readModelTablesOf, tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { publishNextStats } from '#server/database/catalog-stats';
import { inTransactionWithLockRetries, swapTables } from '#server/database/table-swap';
import type { ScoredRows } from '#server/analytics/growth/scoring/score-rows';
import { type Scorers, scorersFor } from '#server/analytics/growth/scoring/scorers';
import { copyOut } from '#server/database/copy/binary-copy';
import { withClient } from '#server/database/transaction';
import { fewShortLivedObjects, runInWorker } from '#server/jobs/worker-threads';

interface HistoryScoring {
  readonly entity: EntityType;
  readonly day: Day;
  /** Whether to score only the entities in `changed_ids`. */
  readonly isChangedOnly: boolean;
  readonly startFrom: ScoringCursor;
  readonly batchRows: number;
  readonly onProgress: OnGrowthProgress;
}

/** Scores the histories of an entity type into its staging table; returns the number of scored entities, resumed ones included. */
async function scoreHistories({ reader, writer }: StreamingClients, scoring: HistoryScoring): Promise<number> {
  const { entity, isChangedOnly, startFrom, onProgress } = scoring;
  const changed = isChangedOnly ? 'where _id in (select _id from changed_ids)' : '';
  const { rows } = await reader.query<{ total: number }>(`select count(*)::int total from ${historyTablesOf(entity).histories} ${changed}`);
  const total = rows[0]?.total ?? 0;
  let { done } = startFrom;
  const scorers = scorersFor(total - done);
  try {
    for await (const scored of scoreBatches(reader, scorers, scoring)) {
      done += scored.count;
      await appendToStaging(writer, entity, scored, { cursor: scored.lastId, done });
      onProgress({ entity, done, total });
    }
  } finally {
    await scorers.close();
  }
  return done;
}

/** Yields scored batches in order of id, while later batches are read and scored. */
async function* scoreBatches(
  reader: StreamingClients['reader'],
  scorers: Scorers,
  { entity, day, isChangedOnly, startFrom, batchRows }: HistoryScoring,
): AsyncGenerator<ScoredRows> {
  const inFlight: Promise<ScoredRows>[] = [];
  for await (const batch of copyOut(reader, historiesSql(entity, startFrom.cursor, isChangedOnly), batchRows)) {
    inFlight.push(scorers.score(entity, day, batch));
    if (inFlight.length > scorers.concurrency + 1) yield await inFlight.shift()!;
  }
  for (const scored of inFlight) yield await scored;
}

/** Fewer entities are ranked before a thread has started. */
const MIN_ROWS_FOR_WORKER = 5_000;

const INITIAL_CURSOR: ScoringCursor = { cursor: '', done: 0 };

/**
 * Scores in Postgres: staged in batches that survive an interruption, ranked, and published by a table swap (docs/decisions/0004).
 */
@Injectable()
export class PostgresGrowthLedger implements GrowthLedger {
  /** Entities per staged batch. */
  batchRows = 5_000;

  constructor(private readonly postgres: Postgres) {}

  async prepareAll(scope: WriterScope, day: Day, { onProgress, onReady }: PreparationEvents): Promise<NextScores> {
    const { batchRows } = this;
    return this.#withClients(scope, async (clients) => {
      let cursors = await readResumableProgress(clients.writer, day);
      if (!cursors) {
        await resetStaging(clients.writer, day, true);
        cursors = {};
      }
      const score = (entity: EntityType): Promise<number> => {
        const startFrom = cursors[entity] ?? INITIAL_CURSOR;
        return scoreHistories(clients, { entity, day, isChangedOnly: false, startFrom, batchRows, onProgress });
      };
      return this.#scoreAndRank(scope, day, SCORING_ORDER, score, onReady);
    });
  }

  updateInPlace(scope: WriterScope, day: Day, changed: ChangedIds): Promise<number | null> {
    return updateInPlace(this.postgres.jobPoolIn(scope), changed, day);
  }

  async prepareChanged(
    scope: WriterScope,
    day: Day,
    changed: ChangedIds,
    { onProgress, onReady }: PreparationEvents,
  ): Promise<NextScores | null> {
    const { batchRows } = this;
    const entities = SCORING_ORDER.filter((entity) => changed[entity] !== undefined || (entity === 'pin' && changed.pinner !== undefined));
    return this.#withClients(scope, async (clients) => {
      const { rows: days } = await clients.writer.query<{ day: Day | null }>('select distinct scored_day "day" from catalog_stats');
      if (days.length !== 1 || days[0]?.day !== day) return null;
      await resetStaging(clients.writer, day, false);
      const score = async (entity: EntityType): Promise<number> => {
        const ids = changed[entity] ?? [];
        const isChangedOnly = ids !== 'all';
        if (isChangedOnly) {
          await fillChangedIds(clients.reader, ids);
          await copyPublishedScores(clients.reader, entity);
        }
        return scoreHistories(clients, {
          entity,
          day,
          isChangedOnly,
          startFrom: INITIAL_CURSOR,
          batchRows,
          onProgress,
        });
      };
      return this.#scoreAndRank(scope, day, entities, score, onReady);
    });
  }

  /** Scores one type after the other. Each is ranked while the next is scored, which mostly waits for histories to be read. */
  async #scoreAndRank(
    scope: WriterScope,
    day: Day,
    entities: readonly EntityType[],
    score: (entity: EntityType) => Promise<number>,
    onReady: PreparationEvents['onReady'],
  ): Promise<NextScores> {
    const ownersTable = entities.includes('pinner') ? stagingTableOf('pinner') : 'pinner_scores';
    let rows = 0;
    let ranked = Promise.resolve();
    const scoreEach = async (): Promise<void> => {
      for (const entity of entities) {
        rows += await score(entity);
        ranked = ranked.then(() => this.#rank(scope, { entity, ownersTable, day }));
        ranked = ranked.then(() => onReady(variantOf[entity]));
        ranked.catch(() => undefined);
      }
    };
    await scoreEach().finally(() => ranked);
    await this.#withClients(scope, ({ writer }) => buildNextTopLists(writer, entities));
    return { day, entities, rows };
  }

  /** Many are ranked in a thread of their own, so that this one goes on with requests. */
  async #rank(scope: WriterScope, request: RankRequest): Promise<void> {
    const total = await withClient(this.postgres.jobPoolIn(scope), (client) => countStaged(client, request.entity));
    if (total < MIN_ROWS_FOR_WORKER) return this.#withClients(scope, (clients) => rankScored(clients, request));
    const workerData: RankWorkerData = { url: this.postgres.url, request };
    return runInWorker(scope, 'rank-worker', import.meta.url, { workerData, resourceLimits: fewShortLivedObjects });
  }

  recheckPins(scope: WriterScope): Promise<void> {
    return recheckPins(this.postgres.jobPoolIn(scope));
  }

  async publish(scope: WriterScope, { day, entities }: NextScores): Promise<void> {
    const lists = entities.map((entity) => variantOf[entity]);
    const listTables = lists.flatMap((variant) => [tablesOf(variant).scores, tablesOf(variant).metrics, ...readModelTablesOf(variant)]);
    const tables = [...listTables, ...topListTables];
    await this.#withClients(scope, async ({ writer }) => {
      await inTransactionWithLockRetries(writer, tables, async () => {
        // Takes all locks before the first change, so that giving up releases a reader that holds one table and waits for another.
        await writer.query('set local synchronous_commit = on');
        await writer.query(`lock table ${tables.join(', ')} in access exclusive mode`);
        await swapTables(writer, tables);
        await publishNextStats(writer, lists);
        await writer.query('update catalog_stats set scored_day = $1, scored_at = clock_timestamp()', [day]);
        await dropStaging(writer);
      });
    });
  }

  #withClients<T>(scope: WriterScope, work: (clients: StreamingClients) => Promise<T>): Promise<T> {
    return withStreamingClients(this.postgres.jobPoolIn(scope), work);
  }
}
