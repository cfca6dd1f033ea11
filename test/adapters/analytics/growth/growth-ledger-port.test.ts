import type { GrowthProgress, NextScores } from '#domain/analytics/growth/growth-ledger';
import { entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { parseDay } from '#domain/days';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { insertEntity } from '../../../support/database/insert-entity';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database';

const TODAY = parseDay('2026-08-23') ?? 0;
const LARGE_TOTAL = 20_000;
const scope = new WriterScope();
const ignoreProgress = () => undefined;

let database: TestDatabase;
let postgres: Postgres;
let ledger: PostgresGrowthLedger;
beforeEach(async () => {
  database = await createTestDatabase();
  postgres = new Postgres(database.url);
});
afterEach(async () => {
  await postgres.close();
  await database.close();
});

describe('the growth ledger in Postgres', () => {
  beforeEach(async () => {
    ledger = new PostgresGrowthLedger(postgres);
    for (const [variant, _id] of [
      ['boards', 'b1'],
      ['boards', 'b2'],
      ['pinners', 'p1'],
    ] as const)
      await insertEntity(database.pool, variant, { _id, series: { at: [29_000_000], follower_count: [5] } });
  });
  const setTotals = (total: number) => database.pool.query('update catalog_stats set total = $1', [total]);

  async function publish(next: NextScores): Promise<Variant[]> {
    const ready: Variant[] = [];
    await ledger.prepareNext(scope, next, (list) => ready.push(list));
    await new PostgresReadModel(postgres, readConfig({ NODE_ENV: 'test' })).prepareNext(scope, ready, 'next');
    await ledger.publish(scope, next);
    return ready;
  }

  it('scores every entity that has a series and reports its progress', async () => {
    const progress: GrowthProgress[] = [];
    const next = await ledger.scoreAll(scope, TODAY, (step) => progress.push(step));
    expect({ day: next.day, rows: next.rows, entities: next.entities.toSorted() }).toEqual({
      day: TODAY,
      rows: 3,
      entities: entityTypes.toSorted(),
    });
    expect(progress).toContainEqual({ entity: 'board', done: 2, total: 2 });
    expect(progress).toContainEqual({ entity: 'pinner', done: 1, total: 1 });
  });

  it('says for each list, in turn, that it can be built', async () => {
    const next = await ledger.scoreAll(scope, TODAY, ignoreProgress);
    expect(await publish(next)).toEqual(next.entities.map((entity) => variantOf[entity]));
  });

  it('updates a few entities in place if the published scores are of the same day', async () => {
    await setTotals(LARGE_TOTAL);
    expect(await ledger.updateInPlace(scope, TODAY, { board: ['b1'] })).toBeNull();
    await publish(await ledger.scoreAll(scope, TODAY, ignoreProgress));
    await setTotals(LARGE_TOTAL);
    expect(await ledger.updateInPlace(scope, TODAY, { board: ['b1', 'unknown'] })).toBe(1);
    expect(await ledger.updateInPlace(scope, TODAY + 1, { board: ['b1'] })).toBeNull();
    expect(await ledger.updateInPlace(scope, TODAY, { board: 'all' })).toBeNull();
    await setTotals(100);
    expect(await ledger.updateInPlace(scope, TODAY, { board: ['b1'] })).toBeNull();
  });

  it('scores only what changed if the published scores are of the same day', async () => {
    expect(await ledger.scoreChanged(scope, TODAY, { board: ['b1'] }, ignoreProgress)).toBeNull();
    await publish(await ledger.scoreAll(scope, TODAY, ignoreProgress));
    expect(await ledger.scoreChanged(scope, TODAY + 1, { board: ['b1'] }, ignoreProgress)).toBeNull();
    expect(await ledger.scoreChanged(scope, TODAY, { board: ['b1'] }, ignoreProgress)).toEqual({
      day: TODAY,
      entities: ['board'],
      rows: 1,
    });
    expect(await ledger.scoreChanged(scope, TODAY, { board: 'all' }, ignoreProgress)).toMatchObject({ rows: 2 });
  });

  it('scores pins again when a pinner changed, because they copy its scores', async () => {
    await publish(await ledger.scoreAll(scope, TODAY, ignoreProgress));
    const next = await ledger.scoreChanged(scope, TODAY, { pinner: ['p1'] }, ignoreProgress);
    expect(next?.entities.toSorted()).toEqual(['pin', 'pinner']);
  });
});
