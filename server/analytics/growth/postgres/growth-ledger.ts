import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { canUpdateInPlace } from '#domain/analytics/growth/update-in-place';
import { GrowthLedger, type NextScores, type OnGrowthProgress } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/catalog-import';
import { type EntityType, type Variant, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { copyOut, copyBetween } from '#server/database/copy/binary-copy';
import { amendScores, growthColumnsSql, fillChangedIds } from '#server/analytics/growth/postgres/amend-scores';
import { fillNextScores } from '#server/analytics/growth/postgres/ranking';
import {
  appendToStaging,
  dropStaging,
  copyPublishedScores,
  type ScoringCursor,
  resetStaging,
  readResumableProgress,
  seriesSql,
  stagingTableOf,
} from '#server/analytics/growth/postgres/score-staging';
import type { ScoredRows } from '#server/analytics/growth/score-rows';
import { buildNextTopLists, topListTables } from '#server/analytics/growth/postgres/fill-top-lists';
import { type Scorers, scorersFor } from '#server/analytics/growth/scorers';
import { readModelTablesOf, tablesOf } from '#server/database/catalog-tables';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { inTransactionWithLockRetries, buildNextTables, nextTableName, swapTables, publishNextStats } from '#server/database/table-swap';

/** Pinners first: pins rank by their owner’s followers. Boards, whose ranking takes longest, while the lists of the others are made. */
const SCORING_ORDER: readonly EntityType[] = ['pinner', 'pin', 'board'];

/** What is lost before it is shown is made again: only the step that shows it waits for the disk. */
const SESSION_SETTINGS_SQL = `set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off`;

const INITIAL_CURSOR: ScoringCursor = { cursor: '', done: 0 };

/** Scores in Postgres: collected in a stage that survives an interruption, ranked, and shown by swapping tables (docs/decisions/0004). */
@Injectable()
export class PostgresGrowthLedger extends GrowthLedger {
  /** How many entities are scored, and kept, at once. */
  batchRows = 5_000;

  constructor(private readonly postgres: Postgres) {
    super();
  }

  async scoreAll(day: Day, onProgress: OnGrowthProgress): Promise<NextScores> {
    return this.#withTwoClients(async (readClient, writeClient) => {
      let cursors = await readResumableProgress(writeClient, day);
      if (!cursors) {
        await resetStaging(writeClient, day, true);
        cursors = {};
      }
      let rows = 0;
      for (const entity of SCORING_ORDER)
        rows += await this.#scoreEntity(readClient, writeClient, entity, day, false, cursors[entity] ?? INITIAL_CURSOR, onProgress);
      return { day, entities: SCORING_ORDER, rows };
    });
  }

  async updateInPlace(day: Day, changed: ChangedIds): Promise<number | null> {
    const { rows: stats } = await this.postgres.jobPool.query<{ variant: Variant; total: number; day: Day | null }>(
      'select variant, total, scored_day "day" from catalog_stats',
    );
    const totalOf = (entity: EntityType) => stats.find(({ variant }) => variant === variantOf[entity])?.total ?? 0;
    if (stats.some((row) => row.day !== day)) return null;
    if (!canUpdateInPlace(changed, { board: totalOf('board'), pinner: totalOf('pinner'), pin: totalOf('pin') })) return null;
    return inTransaction(this.postgres.jobPool, async (client) => {
      let rows = 0;
      for (const entity of SCORING_ORDER) {
        const ids = changed[entity] ?? [];
        if (ids !== 'all' && ids.length > 0) rows += await amendScores(client, entity, ids, day);
      }
      const lists = SCORING_ORDER.filter((entity) => (changed[entity] ?? []).length > 0).map((entity) => variantOf[entity]);
      await client.query('update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = any($1)', [lists]);
      await dropStaging(client);
      return rows;
    });
  }

  async scoreChanged(day: Day, changed: ChangedIds, onProgress: OnGrowthProgress): Promise<NextScores | null> {
    const entities = SCORING_ORDER.filter((entity) => changed[entity] !== undefined || (entity === 'pin' && changed.pinner !== undefined));
    return this.#withTwoClients(async (readClient, writeClient) => {
      const { rows: days } = await writeClient.query<{ day: Day | null }>('select distinct scored_day "day" from catalog_stats');
      if (days.length !== 1 || days[0]?.day !== day) return null;
      await resetStaging(writeClient, day, false);
      let rows = 0;
      for (const entity of entities) {
        const ids = changed[entity] ?? [];
        if (ids !== 'all') {
          await fillChangedIds(readClient, ids);
          await copyPublishedScores(readClient, entity);
        }
        rows += await this.#scoreEntity(readClient, writeClient, entity, day, ids !== 'all', INITIAL_CURSOR, onProgress);
      }
      return { day, entities, rows };
    });
  }

  async prepareNext({ entities }: NextScores, onReady: (list: Variant) => void): Promise<void> {
    await this.#withTwoClients(async (readClient, writeClient) => {
      for (const entity of entities) {
        await this.#buildNextTables(readClient, writeClient, entity, entities);
        onReady(variantOf[entity]);
      }
      await buildNextTopLists(writeClient, entities);
    });
  }

  async publish({ day, entities }: NextScores): Promise<void> {
    const lists = entities.map((entity) => variantOf[entity]);
    const listTables = lists.flatMap((variant) => [tablesOf(variant).scores, tablesOf(variant).metrics, ...readModelTablesOf(variant)]);
    const tables = [...listTables, ...topListTables];
    await this.#withTwoClients(async (_, writeClient) => {
      await inTransactionWithLockRetries(writeClient, async () => {
        // All locks before the first change: a reader that holds one table and waits for another gets it when we give up.
        await writeClient.query(`set local synchronous_commit = on; lock table ${tables.join(', ')} in access exclusive mode`);
        await swapTables(writeClient, tables);
        await publishNextStats(writeClient, lists);
        await writeClient.query('update catalog_stats set scored_day = $1', [day]);
        await dropStaging(writeClient);
      });
    });
  }

  async #scoreEntity(
    readClient: PoolClient,
    writeClient: PoolClient,
    entity: EntityType,
    day: Day,
    isChangedOnly: boolean,
    startFrom: ScoringCursor,
    onProgress: OnGrowthProgress,
  ): Promise<number> {
    const total = await this.#countSeries(readClient, entity, isChangedOnly);
    let { cursor, done } = startFrom;
    await readClient.query(`select set_config('corklight.cursor', $1, false)`, [cursor]);
    const scorers = scorersFor(total - done);
    try {
      for await (const scored of this.#scoreBatches(readClient, scorers, entity, day, isChangedOnly)) {
        cursor = scored.lastId;
        done += scored.count;
        await appendToStaging(writeClient, entity, scored, { cursor, done });
        onProgress({ entity, done, total });
      }
    } finally {
      await scorers.close();
    }
    return done;
  }

  /** Scored batches in the order of their ids, while the next ones are being read and scored. */
  async *#scoreBatches(
    readClient: PoolClient,
    scorers: Scorers,
    entity: EntityType,
    day: Day,
    isChangedOnly: boolean,
  ): AsyncGenerator<ScoredRows> {
    const inFlight: Promise<ScoredRows>[] = [];
    for await (const batch of copyOut(readClient, seriesSql(entity, isChangedOnly), this.batchRows)) {
      inFlight.push(scorers.score(entity, day, batch));
      if (inFlight.length > scorers.concurrency + 1) yield await inFlight.shift()!;
    }
    for (const scored of inFlight) yield await scored;
  }

  async #countSeries(client: PoolClient, entity: EntityType, isChangedOnly: boolean): Promise<number> {
    const changed = isChangedOnly ? 'where _id in (select _id from touched)' : '';
    const { rows } = await client.query<{ total: number }>(`select count(*)::int total from ${entity}_series ${changed}`);
    return rows[0]?.total ?? 0;
  }

  /** Makes the next scores and the next metrics of an entity. */
  async #buildNextTables(
    readClient: PoolClient,
    writeClient: PoolClient,
    entity: EntityType,
    stagedEntities: readonly EntityType[],
  ): Promise<void> {
    const scores = `${entity}_scores`;
    const metrics = `${entity}_metrics`;
    await writeClient.query(`analyze ${stagingTableOf(entity)} (_id)`);
    const ownersTable = stagedEntities.includes('pinner') ? stagingTableOf('pinner') : 'pinner_scores';
    await buildNextTables(writeClient, [scores, metrics], async () => {
      await fillNextScores(readClient, writeClient, entity, ownersTable);
      await this.#fillNextMetrics(readClient, writeClient, entity);
    });
  }

  async #fillNextMetrics(readClient: PoolClient, writeClient: PoolClient, entity: EntityType): Promise<void> {
    const growth = growthColumnsSql(entity);
    const metrics = `${entity}_metrics`;
    const { rows } = await readClient.query<{ column: string }>(
      `select attname::text "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [metrics],
    );
    const columns = rows.map(({ column }) => column);
    const query = `select ${columns.map((column) => growth.get(column) ?? `m.${column}`).join(', ')}
      from ${metrics} m left join ${stagingTableOf(entity)} s on s._id = m._id order by m._id`;
    await copyBetween(readClient, query, writeClient, nextTableName(metrics), columns);
  }

  /** Two connections: rows stream from one through us into the other. After a fault they are not used again. */
  async #withTwoClients<T>(work: (readClient: PoolClient, writeClient: PoolClient) => Promise<T>): Promise<T> {
    const clients: PoolClient[] = [];
    let failure: Error | undefined;
    try {
      for (let count = 0; count < 2; count++) clients.push(await this.postgres.jobPool.connect());
      for (const client of clients) await client.query(SESSION_SETTINGS_SQL);
      return await work(clients[0]!, clients[1]!);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      for (const client of clients) {
        if (!failure) await client.query('reset all');
        client.release(failure);
      }
    }
  }
}
