import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { isAmendable } from '#domain/analytics/amending';
import { GrowthLedger, type NextScores, type OnGrowthProgress } from '#domain/analytics/growth-ledger';
import type { Touched } from '#domain/catalog/catalog-intake';
import { type EntityType, type Variant, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { copiedOut, copyAcross } from '#server/database/binary-copy';
import { amend, growthOf, nameTouched } from '#server/analytics/postgres-amending';
import { fillNextScores } from '#server/analytics/postgres-ranking';
import {
  addToStage,
  dropStage,
  keepPublished,
  type Reached,
  resetStage,
  resumed,
  seriesQuery,
  stageOf,
} from '#server/analytics/postgres-score-stage';
import type { ScoredRows } from '#server/analytics/score-rows';
import { prepareTopLists, topListTables } from '#server/analytics/postgres-top-lists-making';
import { type Scorers, scorersFor } from '#server/analytics/scorers';
import { listTablesOf, tablesOf } from '#server/catalog/tables';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { inShortTransaction, makeNext, nextOf, putInPlace, takeNextStats } from '#server/database/swap';

/** Pinners first: pins rank by their owner’s followers. Boards, whose ranking takes longest, while the lists of the others are made. */
const order: readonly EntityType[] = ['pinner', 'pin', 'board'];

/** What is lost before it is shown is made again: only the step that shows it waits for the disk. */
const SETTINGS = `set work_mem = '256MB'; set max_parallel_workers_per_gather = 0; set synchronous_commit = off`;

const BEGINNING: Reached = { cursor: '', done: 0 };

/** Scores in Postgres: collected in a stage that survives an interruption, ranked, and shown by swapping tables (docs/decisions/0004). */
@Injectable()
export class TypeormGrowthLedger extends GrowthLedger {
  /** How many entities are scored, and kept, at once. */
  batchRows = 5_000;

  constructor(private readonly postgres: Postgres) {
    super();
  }

  async scoreAll(day: Day, onProgress: OnGrowthProgress): Promise<NextScores> {
    return this.#withClients(async (reading, writing) => {
      let reached = await resumed(writing, day);
      if (!reached) {
        await resetStage(writing, day, true);
        reached = {};
      }
      let rows = 0;
      for (const entity of order) rows += await this.#score(reading, writing, entity, day, false, reached[entity] ?? BEGINNING, onProgress);
      return { day, entities: order, rows };
    });
  }

  async amend(day: Day, touched: Touched): Promise<number | null> {
    const { rows: stats } = await this.postgres.jobPool.query<{ variant: Variant; total: number; day: Day | null }>(
      'select variant, total, scored_day "day" from catalog_stats',
    );
    const total = (entity: EntityType) => stats.find(({ variant }) => variant === variantOf[entity])?.total ?? 0;
    if (stats.some((row) => row.day !== day)) return null;
    if (!isAmendable(touched, { board: total('board'), pinner: total('pinner'), pin: total('pin') })) return null;
    return inTransaction(this.postgres.jobPool, async (client) => {
      let rows = 0;
      for (const entity of order) {
        const ids = touched[entity] ?? [];
        if (ids !== 'all' && ids.length > 0) rows += await amend(client, entity, ids, day);
      }
      const lists = order.filter((entity) => (touched[entity] ?? []).length > 0).map((entity) => variantOf[entity]);
      await client.query('update catalog_stats set behind = true, changed_at = clock_timestamp() where variant = any($1)', [lists]);
      await dropStage(client);
      return rows;
    });
  }

  async scoreTouched(day: Day, touched: Touched, onProgress: OnGrowthProgress): Promise<NextScores | null> {
    const entities = order.filter((entity) => touched[entity] !== undefined || (entity === 'pin' && touched.pinner !== undefined));
    return this.#withClients(async (reading, writing) => {
      const { rows: days } = await writing.query<{ day: Day | null }>('select distinct scored_day "day" from catalog_stats');
      if (days.length !== 1 || days[0]?.day !== day) return null;
      await resetStage(writing, day, false);
      let rows = 0;
      for (const entity of entities) {
        const ids = touched[entity] ?? [];
        if (ids !== 'all') {
          await nameTouched(reading, ids);
          await keepPublished(reading, entity);
        }
        rows += await this.#score(reading, writing, entity, day, ids !== 'all', BEGINNING, onProgress);
      }
      return { day, entities, rows };
    });
  }

  async prepare({ entities }: NextScores, onReady: (list: Variant) => void): Promise<void> {
    await this.#withClients(async (reading, writing) => {
      for (const entity of entities) {
        await this.#prepare(reading, writing, entity, entities);
        onReady(variantOf[entity]);
      }
      await prepareTopLists(writing, entities);
    });
  }

  async publish({ day, entities }: NextScores): Promise<void> {
    const lists = entities.map((entity) => variantOf[entity]);
    const shown = lists.flatMap((variant) => [tablesOf(variant).scores, tablesOf(variant).metrics, ...listTablesOf(variant)]);
    const tables = [...shown, ...topListTables];
    await this.#withClients(async (_, writing) => {
      await inShortTransaction(writing, async () => {
        // All locks before the first change: a reader that holds one table and waits for another gets it when we give up.
        await writing.query(`set local synchronous_commit = on; lock table ${tables.join(', ')} in access exclusive mode`);
        await putInPlace(writing, tables);
        await takeNextStats(writing, lists);
        await writing.query('update catalog_stats set scored_day = $1', [day]);
        await dropStage(writing);
      });
    });
  }

  async #score(
    reading: PoolClient,
    writing: PoolClient,
    entity: EntityType,
    day: Day,
    isTouchedOnly: boolean,
    from: Reached,
    onProgress: OnGrowthProgress,
  ): Promise<number> {
    const total = await this.#total(reading, entity, isTouchedOnly);
    let { cursor, done } = from;
    await reading.query(`select set_config('corklight.cursor', $1, false)`, [cursor]);
    const scorers = scorersFor(total - done);
    try {
      for await (const scored of this.#scored(reading, scorers, entity, day, isTouchedOnly)) {
        cursor = scored.lastId;
        done += scored.count;
        await addToStage(writing, entity, scored, { cursor, done });
        onProgress({ entity, done, total });
      }
    } finally {
      await scorers.close();
    }
    return done;
  }

  /** Scored batches in the order of their ids, while the next ones are being read and scored. */
  async *#scored(reading: PoolClient, scorers: Scorers, entity: EntityType, day: Day, isTouchedOnly: boolean): AsyncGenerator<ScoredRows> {
    const underWay: Promise<ScoredRows>[] = [];
    for await (const batch of copiedOut(reading, seriesQuery(entity, isTouchedOnly), this.batchRows)) {
      underWay.push(scorers.score(entity, day, batch));
      if (underWay.length > scorers.size + 1) yield await underWay.shift()!;
    }
    for (const scored of underWay) yield await scored;
  }

  async #total(client: PoolClient, entity: EntityType, isTouchedOnly: boolean): Promise<number> {
    const touched = isTouchedOnly ? 'where _id in (select _id from touched)' : '';
    const { rows } = await client.query<{ total: number }>(`select count(*)::int total from ${entity}_series ${touched}`);
    return rows[0]?.total ?? 0;
  }

  /** Makes the next scores and the next metrics of an entity. */
  async #prepare(reading: PoolClient, writing: PoolClient, entity: EntityType, staged: readonly EntityType[]): Promise<void> {
    const scores = `${entity}_scores`;
    const metrics = `${entity}_metrics`;
    await writing.query(`analyze ${stageOf(entity)} (_id)`);
    const owners = staged.includes('pinner') ? stageOf('pinner') : 'pinner_scores';
    await makeNext(writing, [scores, metrics], async () => {
      await fillNextScores(reading, writing, entity, owners);
      await this.#fillMetrics(reading, writing, entity);
    });
  }

  async #fillMetrics(reading: PoolClient, writing: PoolClient, entity: EntityType): Promise<void> {
    const growth = growthOf(entity);
    const metrics = `${entity}_metrics`;
    const { rows } = await reading.query<{ column: string }>(
      `select attname::text "column" from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [metrics],
    );
    const columns = rows.map(({ column }) => column);
    const query = `select ${columns.map((column) => growth.get(column) ?? `m.${column}`).join(', ')}
      from ${metrics} m left join ${stageOf(entity)} s on s._id = m._id order by m._id`;
    await copyAcross(reading, query, writing, nextOf(metrics), columns);
  }

  /** Two connections: rows stream from one through us into the other. After a fault they are not used again. */
  async #withClients<T>(work: (reading: PoolClient, writing: PoolClient) => Promise<T>): Promise<T> {
    const clients: PoolClient[] = [];
    let fault: Error | undefined;
    try {
      for (let count = 0; count < 2; count++) clients.push(await this.postgres.jobPool.connect());
      for (const client of clients) await client.query(SETTINGS);
      return await work(clients[0]!, clients[1]!);
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      for (const client of clients) {
        if (!fault) await client.query('reset all');
        client.release(fault);
      }
    }
  }
}
