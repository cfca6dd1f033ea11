import type { GrowthProgress, NextScores, OnGrowthProgress, PreparationEvents } from '#domain/analytics/growth/growth-ledger';
import type { ChangedIds } from '#domain/catalog/import/import-runs';
import { countsOf, type Metric, scoreColumnOf } from '#domain/catalog/metrics';
import { newScores, scoreEntity } from '#domain/analytics/growth/scores';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import type { Day } from '#domain/days';
import { WriterScope } from '#domain/jobs/write-lock';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database';
import { insertEntity } from '../../../support/database/insert-entity';
import { seededRandom, fillWithRandomSeries } from '../../../support/database/random-series';
import { changeSeries, deleteSeries, readSeries } from '../../../support/database/stored-history';

const TODAY_DAY = 20_688;
const ENTITY_COUNT = 240;
/** Each interrupts a later batch of a recompute; set KILL_ROUNDS for more of them. */
const ROUND_COUNT = Number(process.env['KILL_ROUNDS'] ?? 4);
const BATCH_COUNT = 17;

/** A catalog with random series and their scores as of today. */
let scored: TestDatabase;
let database: TestDatabase;
beforeAll(async () => {
  database = scored = await createTestDatabase();
  await fillWithRandomSeries(database.pool, ENTITY_COUNT, TODAY_DAY, 30);
  await recompute();
});
afterAll(() => scored.close());

/** Gives each test around the call a copy of that catalog, or an empty one. */
function useCatalog(kind: 'scored' | 'empty'): void {
  beforeEach(async () => void (database = await createTestDatabase(kind === 'scored' ? scored.name : undefined)));
  afterEach(() => database.close());
}

function createLedger(batchRows = 37): PostgresGrowthLedger {
  const ledger = new PostgresGrowthLedger(database.postgres);
  ledger.batchRows = batchRows;
  return ledger;
}

const config = readConfig({ NODE_ENV: 'test' });
const scope = new WriterScope();

const ignoreEvents: PreparationEvents = { onProgress: () => undefined, onReady: () => undefined };

/** Prepares and publishes scores like the use case: builds the lists, then swaps all tables. Returns the lists in the order of their builds. */
async function publishPrepared(
  day: Day,
  changed: ChangedIds | null,
  onProgress: OnGrowthProgress = () => undefined,
): Promise<{ readonly next: NextScores; readonly lists: readonly Variant[] }> {
  const ledger = createLedger();
  const lists: Variant[] = [];
  const next = await ledger.prepare(scope, day, changed, { onProgress, onReady: (list) => lists.push(list) });
  await new PostgresReadModel(database.postgres, config).prepareNext(scope, lists, 'next');
  await ledger.publish(scope, next);
  return { next, lists };
}

const recompute = (day = TODAY_DAY, onProgress?: OnGrowthProgress) => publishPrepared(day, null, onProgress);

const prepareInterrupted = (day: number, onProgress: OnGrowthProgress) =>
  createLedger().prepare(scope, day, null, { ...ignoreEvents, onProgress });

const queryRows = async (query: string): Promise<Record<string, unknown>[]> =>
  (await database.pool.query<Record<string, unknown>>(query)).rows;

/** A checksum over all columns of all score and metrics tables. */
async function scoreTablesChecksum(): Promise<string> {
  const parts = entityTypes.flatMap((entity) => [`${entity}_scores`, `${entity}_metrics`]);
  const sums = parts.map((table) => `(select md5(string_agg(t::text, '|' order by _id)) || count(*) from ${table} t)`);
  return String((await queryRows(`select concat_ws(' ', ${sums.join(', ')}) sum`))[0]?.['sum']);
}

interface ScoreRow extends Record<string, unknown> {
  readonly _id: string;
  readonly raw: readonly (number | null)[];
  readonly raw_before: readonly (number | null)[];
}

const scoresOf = async (entity: EntityType) => (await queryRows(`select * from ${entity}_scores order by _id`)) as unknown as ScoreRow[];

const orNull = (values: ArrayLike<number>) => Array.from(values, (value) => (Number.isNaN(value) ? null : value));

/** The scores that the domain computes from the stored series, by id. */
async function expectedScores(entity: EntityType, day: number): Promise<Map<string, Record<string, unknown>>> {
  const expected = new Map<string, Record<string, unknown>>();
  for (const { _id, at, ...counts } of await readSeries(database.pool, entity)) {
    const values = countsOf[entity].map((metric: Metric) => counts[metric]!);
    const scores = scoreEntity(entity, at, values, day, newScores(entity));
    expected.set(_id, {
      growth: orNull(scores.growth),
      score: orNull(scores.score),
      raw: orNull(scores.raw),
      raw_before: orNull(scores.previousRaw),
      confidence: [...scores.confidence],
      flags: [...scores.flags],
      jump_share: Number.isNaN(scores.jumpShare) ? null : scores.jumpShare,
      jumped_on: Number.isNaN(scores.jumpedOn) ? null : scores.jumpedOn,
    });
  }
  return expected;
}

function ranksBy(rows: readonly ScoreRow[], column: 'raw' | 'raw_before', scoreColumn: number): Map<string, number> {
  const known = rows.filter((row) => row[column][scoreColumn] !== null);
  known.sort((one, other) => Number(other[column][scoreColumn]) - Number(one[column][scoreColumn]) || (one._id < other._id ? -1 : 1));
  return new Map(known.map((row, index) => [row._id, index + 1]));
}

describe('the stored scores', () => {
  beforeEach(() => void (database = scored));

  it('stores the own metrics of a pin and its owner’s followers', async () => {
    const expected = await expectedScores('pin', TODAY_DAY);
    const owners = new Map((await scoresOf('pinner')).map((row) => [row._id, row]));
    const ownerOf = new Map(
      (await queryRows('select _id, pinner_id from pins')).map((row) => [String(row['_id']), String(row['pinner_id'])]),
    );
    const found = await scoresOf('pin');
    expect(found).toHaveLength(expected.size);
    let owned = 0;
    for (const row of found) {
      const own = expected.get(row._id) as Record<string, unknown[]>;
      const owner = owners.get(ownerOf.get(row._id) ?? '');
      if (owner) owned++;
      for (const column of ['growth', 'score', 'raw', 'raw_before']) {
        const followers = (owner?.[column] as unknown[] | undefined)?.slice(0, 5) ?? Array.from({ length: 5 }, () => null);
        expect(row[column]).toEqual([...(own[column] ?? []).slice(0, 10), ...followers]);
      }
      expect((row['flags'] as number[]).slice(10)).toEqual(
        (owner?.['flags'] as number[] | undefined)?.slice(0, 5) ?? [128, 128, 128, 128, 128],
      );
    }
    expect(owned).toBeGreaterThan(100);
  });

  it.each(entityTypes)(
    'ranks every %s score column by momentum, ties by id, without unknown scores, now and one period earlier',
    async (entity) => {
      const rows = await scoresOf(entity);
      for (const scoreColumn of rows[0]?.raw.keys() ?? []) {
        const now = ranksBy(rows, 'raw', scoreColumn);
        const before = ranksBy(rows, 'raw_before', scoreColumn);
        for (const row of rows) {
          expect((row['rank'] as unknown[])[scoreColumn]).toBe(now.get(row._id) ?? null);
          expect((row['previous_rank'] as unknown[])[scoreColumn]).toBe(before.get(row._id) ?? null);
        }
      }
    },
  );
});

describe('the growth ledger of a new catalog', () => {
  useCatalog('empty');

  it.each([
    ['board', 'follower_count'],
    ['pinner', 'follower_count'],
    ['pin', 'saves'],
  ] as const)('stores for a %s how its %s grew, for lists too', async (entity, metric) => {
    const at = Array.from({ length: 91 }, (_, index) => (TODAY_DAY - 90 + index) * 1440);
    const insert = (id: string, count: (index: number) => number, days = at) =>
      insertEntity(database.pool, variantOf[entity], { _id: id, series: { at: days, [metric]: days.map((_, index) => count(index)) } });
    await insert('jump', (index) => (index < 80 ? 1000 : 2000));
    await insert('steady', (index) => 1000 + 10 * index);
    await insert('flat', () => 1000);
    await insert('new', (index) => 1000 + 500 * index, at.slice(-7));
    await recompute();
    const expected = [
      { _id: 'flat', jump_share: 0, jumped_on: null },
      { _id: 'jump', jump_share: 1, jumped_on: TODAY_DAY - 10 },
      { _id: 'new', jump_share: null, jumped_on: null },
      { _id: 'steady', jump_share: 0.033, jumped_on: null },
    ];
    for (const table of ['scores', 'metrics'])
      expect(await queryRows(`select _id, jump_share, jumped_on from ${entity}_${table} order by _id`)).toEqual(expected);
  });

  it('works on an empty catalog', async () => {
    await recompute();
    expect(await queryRows('select * from board_scores')).toEqual([]);
  });
});

describe('the growth ledger', () => {
  useCatalog('scored');

  it('stores for every entity with a series the scores that the domain computes', async () => {
    const progress: GrowthProgress[] = [];
    const { next, lists } = await recompute(TODAY_DAY, (step) => progress.push(step));
    expect(lists).toEqual(next.entities.map((entity) => variantOf[entity]));
    for (const entity of ['board', 'pinner'] as const) {
      const expected = await expectedScores(entity, TODAY_DAY);
      const found = await scoresOf(entity);
      expect(found.map((row) => row._id).toSorted()).toEqual([...expected.keys()].toSorted());
      for (const row of found) expect(row).toMatchObject(expected.get(row._id) ?? {});
      expect(progress).toContainEqual({ entity, done: found.length, total: found.length });
    }
    expect(await queryRows('select distinct scored_day from catalog_stats')).toEqual([{ scored_day: TODAY_DAY }]);
  });

  it('fills the growth columns of the metrics and keeps their other columns, keys and indexes', async () => {
    const indexes = `select indexname, indexdef from pg_indexes where tablename ~ '_(metrics|scores)$' order by 1`;
    const keys = `select conname from pg_constraint where conrelid::regclass::text ~ '_(metrics|scores)$' and contype = 'p' order by 1`;
    const [indexesBefore, keysBefore] = [await queryRows(indexes), await queryRows(keys)];
    await recompute();
    await recompute(TODAY_DAY + 1);
    expect([await queryRows(indexes), await queryRows(keys)]).toEqual([indexesBefore, keysBefore]);
    expect(await queryRows(`select relname from pg_class where relname ~ '(_next|_stage)'`)).toEqual([]);
    const index = scoreColumnOf('pinner', 'profile_views', '90_days') + 1;
    const rows = await queryRows(
      `select m.viewer_growth_last_90_days is not distinct from s.growth[${index}] same, m.created_at from pinner_metrics m left join pinner_scores s using (_id)`,
    );
    expect(rows).toHaveLength(ENTITY_COUNT);
    expect(rows.every((row) => row['same'] === true && row['created_at'] !== null)).toBe(true);
  });

  it('ignores counts after the day it computes for', async () => {
    await recompute(TODAY_DAY - 40);
    const expected = await expectedScores('board', TODAY_DAY - 40);
    for (const row of await scoresOf('board')) expect(row).toMatchObject(expected.get(row._id) ?? {});
  });
});

describe('an interrupted recompute', () => {
  useCatalog('scored');

  it('resumes where it stopped and gives the same scores, wherever that was', async () => {
    const today = await scoreTablesChecksum();
    await recompute(TODAY_DAY - 1);
    const yesterday = await scoreTablesChecksum();
    expect(yesterday).not.toBe(today);
    const random = seededRandom(3);
    for (let time = 0; time < ROUND_COUNT; time++) {
      // Always the day that is not published.
      const [day, uninterrupted] = time % 2 === 0 ? [TODAY_DAY, today] : [TODAY_DAY - 1, yesterday];
      const stopAt = 1 + Math.floor((BATCH_COUNT * (time + random())) / ROUND_COUNT);
      let batches = 0;
      const failAtBatch: OnGrowthProgress = () => {
        if (++batches === stopAt) throw new Error('killed');
      };
      await expect(prepareInterrupted(day, failAtBatch)).rejects.toThrow('killed');
      let resumedAt: string | undefined;
      await recompute(day, ({ entity, done }) => void (resumedAt ??= `${entity} ${done}`));
      expect(resumedAt).not.toBe('pinner 37');
      expect(await scoreTablesChecksum()).toBe(uninterrupted);
    }
  });

  it('starts over for another day or after an import', async () => {
    const uninterrupted = await scoreTablesChecksum();
    const failAtBoards: OnGrowthProgress = ({ entity }) => {
      if (entity === 'board') throw new Error('killed');
    };
    await expect(prepareInterrupted(TODAY_DAY - 9, failAtBoards)).rejects.toThrow('killed');
    await recompute();
    expect(await scoreTablesChecksum()).toBe(uninterrupted);
    await expect(prepareInterrupted(TODAY_DAY, failAtBoards)).rejects.toThrow('killed');
    await changeSeries(database.pool, 'board', 'follower_count', (value) => value * 2);
    await database.pool.query(`update catalog_stats set changed_at = now() + interval '1 second' where variant = 'boards'`);
    await recompute();
    const expected = await expectedScores('board', TODAY_DAY);
    for (const row of await scoresOf('board')) expect(row).toMatchObject(expected.get(row._id) ?? {});
  });

  it('starts over after a crash of Postgres, which empties unlogged tables', async () => {
    const uninterrupted = await scoreTablesChecksum();
    await recompute(TODAY_DAY - 1);
    const failAtBoards: OnGrowthProgress = ({ entity }) => {
      if (entity === 'board') throw new Error('killed');
    };
    await expect(prepareInterrupted(TODAY_DAY, failAtBoards)).rejects.toThrow('killed');
    await database.pool.query('truncate pinner_scores_stage, pin_scores_stage, board_scores_stage');
    await recompute();
    expect(await scoreTablesChecksum()).toBe(uninterrupted);
  });
});

describe('a recompute of changed entities', () => {
  useCatalog('scored');

  it('gives the same scores as a full one', async () => {
    const before = await scoreTablesChecksum();
    const ids = (await queryRows(`select _id from pinner_histories where _id < 'pinner-12'`)).map((row) => String(row['_id']));
    await changeSeries(database.pool, 'pinner', 'follower_count', (value) => value * 3, ids);
    await deleteSeries(database.pool, 'board', ['board-17']);
    const { next } = await publishPrepared(TODAY_DAY, { pinner: ids, board: ['board-17', 'nowhere'] });
    expect(next).toEqual({ day: TODAY_DAY, entities: ['pinner', 'pin', 'board'], rows: ids.length });
    const changedOnly = await scoreTablesChecksum();
    await recompute();
    expect(await scoreTablesChecksum()).toBe(changedOnly);
    expect(changedOnly).not.toBe(before);
  });

  it('can score all entities of one type', async () => {
    await changeSeries(database.pool, 'pin', 'saves', (value) => value + 40);
    const { lists } = await publishPrepared(TODAY_DAY, { pin: 'all' });
    expect(lists).toEqual(['pins']);
    const changedOnly = await scoreTablesChecksum();
    await recompute();
    expect(await scoreTablesChecksum()).toBe(changedOnly);
  });
});

describe('an update in place', () => {
  useCatalog('scored');

  /** Checksums of everything but the ranks, which an update in place does not change. */
  async function scoresWithoutRanks(): Promise<unknown> {
    const sums = entityTypes.map(
      (entity) =>
        `(select md5(string_agg(row(_id, growth, score, raw, raw_before, confidence, flags, jump_share, jumped_on)::text, '|' order by _id)) from ${entity}_scores)`,
    );
    const shown = entityTypes.map((entity) => `(select md5(string_agg(t::text, '|' order by _id)) from ${entity}_metrics t)`);
    return queryRows(`select ${[...sums, ...shown].map((sum, index) => `${sum} s${index}`).join(', ')}`);
  }

  beforeEach(async () => {
    // Pretends that the catalog is large.
    await database.pool.query('update catalog_stats set total = 12000');
  });

  it('gives the same scores as a full recompute, but leaves the ranks', async () => {
    const ranks = `select _id, rank, previous_rank from pinner_scores order by _id`;
    const before = await queryRows(ranks);
    const few = (await queryRows(`select _id from pinner_histories order by _id limit 40`)).map((row) => String(row['_id']));
    const pins = (await queryRows(`select _id from pins where pinner_id = any('{${few.join(',')}}')`)).map((row) => String(row['_id']));
    const gone = String((await queryRows(`select _id from board_histories order by _id limit 1`))[0]?.['_id']);
    await changeSeries(database.pool, 'pinner', 'follower_count', (value) => value * 3, few);
    await deleteSeries(database.pool, 'board', [gone]);
    expect(
      await createLedger().updateInPlace(scope, TODAY_DAY, { pinner: few, board: [gone, 'nowhere'], pin: pins }),
    ).toBeGreaterThanOrEqual(few.length);
    expect(await queryRows(ranks)).toEqual(before);
    const updated = await scoresWithoutRanks();
    await recompute();
    expect(await scoresWithoutRanks()).toEqual(updated);
    expect(await queryRows(ranks)).not.toEqual(before);
  });

  it('stores how the changed entities grew', async () => {
    const at = Array.from({ length: 91 }, (_, index) => (TODAY_DAY - 90 + index) * 1440);
    await insertEntity(database.pool, 'boards', {
      _id: 'jump',
      series: { at, follower_count: at.map((_, index) => (index < 80 ? 1000 : 2000)) },
    });
    expect(await createLedger().updateInPlace(scope, TODAY_DAY, { board: ['jump'] })).toBe(1);
    const stored = `select jump_share, jumped_on from board_metrics where _id = 'jump'`;
    expect(await queryRows(stored)).toEqual([{ jump_share: 1, jumped_on: TODAY_DAY - 10 }]);
    await changeSeries(database.pool, 'board', 'follower_count', () => 1000, ['jump']);
    await createLedger().updateInPlace(scope, TODAY_DAY, { board: ['jump'] });
    expect(await queryRows(stored)).toEqual([{ jump_share: 0, jumped_on: null }]);
  });

  it('adds new search terms at once, and marks the lists as stale until they are rebuilt', async () => {
    const lists = new PostgresReadModel(database.postgres, { ...config, ORDERED_LISTS_FROM: 100 });
    const id = String((await queryRows('select _id from boards limit 1'))[0]?.['_id']);
    await database.pool.query(`update boards set terms = terms || '{hyperspace}' where _id = $1`, [id]);
    const word = `select total from board_words where term = 'hyperspace'`;
    expect(await queryRows(word)).toEqual([]);
    expect(await lists.listStale()).toEqual([]);
    await createLedger().updateInPlace(scope, TODAY_DAY, { board: [id] });
    expect(await queryRows(word)).toEqual([{ total: 1 }]);
    expect(await lists.listStale()).toEqual(['boards']);
    await lists.rebuild(scope, await lists.listStale());
    expect(await lists.listStale()).toEqual([]);
    expect(await queryRows(word)).toEqual([{ total: 1 }]);
  });

  it('is refused for many entities', async () => {
    const many = (await queryRows(`select _id from board_histories limit 121`)).map((row) => String(row['_id']));
    expect(await createLedger().updateInPlace(scope, TODAY_DAY, { board: many })).toBeNull();
    expect(await createLedger().updateInPlace(scope, TODAY_DAY, { board: many.slice(1) })).toBeGreaterThan(100);
  });

  it('is atomic for readers', async () => {
    const few = (await queryRows(`select _id from board_histories order by _id limit 60`)).map((row) => String(row['_id']));
    const index = scoreColumnOf('board', 'follower_count', '90_days') + 1;
    const question = `select count(*) filter (where m.follower_growth_last_90_days is distinct from s.growth[${index}])::int mixed
      from board_scores s join board_metrics m using (_id) where _id = any($1)`;
    const ending = new AbortController();
    let read = 0;
    const readUntilAborted = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        expect((await database.postgres.pool.query<{ mixed: number }>(question, [few])).rows[0]?.mixed).toBe(0);
        read++;
      }
    };
    const readers = [readUntilAborted(), readUntilAborted()];
    for (let time = 1; time <= 12; time++) {
      await changeSeries(database.pool, 'board', 'follower_count', (value) => Math.min(Math.floor(value * Math.random() * 3), 2e9), few);
      await createLedger().updateInPlace(scope, TODAY_DAY, { board: few });
    }
    ending.abort();
    await Promise.all(readers);
    expect(read).toBeGreaterThan(20);
  });
});

describe('readers during a recompute', () => {
  useCatalog('scored');

  it('never fail and never see two generations mixed', async () => {
    const index = scoreColumnOf('board', 'follower_count', '90_days') + 1;
    const question = `select count(*)::int total,
        count(*) filter (where m.follower_growth_last_90_days is distinct from s.growth[${index}])::int mixed,
        (select scored_day from catalog_stats where variant = 'boards') "day"
      from board_scores s join board_metrics m using (_id)`;
    const expected = (await queryRows(question))[0]?.['total'];
    const ending = new AbortController();
    let read = 0;
    const seen = new Set<unknown>();
    const readUntilAborted = async (): Promise<void> => {
      while (!ending.signal.aborted) {
        const [row] = (await database.postgres.pool.query<{ total: number; mixed: number; day: number }>(question)).rows;
        expect([row?.total, row?.mixed]).toEqual([expected, 0]);
        seen.add(row?.day);
        read++;
      }
    };
    const readers = [readUntilAborted(), readUntilAborted(), readUntilAborted()];
    for (let time = 1; time <= 4; time++) await recompute(TODAY_DAY - time);
    ending.abort();
    await Promise.all(readers);
    expect(read).toBeGreaterThan(50);
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe('the growth ledger of three entities', () => {
  const LARGE_TOTAL = 20_000;
  let ledger: PostgresGrowthLedger;
  useCatalog('empty');
  beforeEach(async () => {
    ledger = createLedger();
    for (const [variant, _id] of [
      ['boards', 'b1'],
      ['boards', 'b2'],
      ['pinners', 'p1'],
    ] as const)
      await insertEntity(database.pool, variant, { _id, series: { at: [29_000_000], follower_count: [5] } });
  });
  const setTotals = (total: number) => database.pool.query('update catalog_stats set total = $1', [total]);

  it('updates a few entities in place if the published scores are of the same day', async () => {
    await setTotals(LARGE_TOTAL);
    expect(await ledger.updateInPlace(scope, TODAY_DAY, { board: ['b1'] })).toBeNull();
    await recompute();
    await setTotals(LARGE_TOTAL);
    expect(await ledger.updateInPlace(scope, TODAY_DAY, { board: ['b1', 'unknown'] })).toBe(1);
    expect(await ledger.updateInPlace(scope, TODAY_DAY + 1, { board: ['b1'] })).toBeNull();
    expect(await ledger.updateInPlace(scope, TODAY_DAY, { board: 'all' })).toBeNull();
    await setTotals(100);
    expect(await ledger.updateInPlace(scope, TODAY_DAY, { board: ['b1'] })).toBeNull();
  });

  it('scores only what changed if the published scores are of the same day', async () => {
    const prepare = (day: Day, board: readonly string[] | 'all') => ledger.prepare(scope, day, { board }, ignoreEvents);
    expect(await prepare(TODAY_DAY, ['b1'])).toMatchObject({ rows: 3 });
    await recompute();
    expect(await prepare(TODAY_DAY + 1, ['b1'])).toMatchObject({ rows: 3 });
    expect(await prepare(TODAY_DAY, ['b1'])).toEqual({ day: TODAY_DAY, entities: ['board'], rows: 1 });
    expect(await prepare(TODAY_DAY, 'all')).toMatchObject({ rows: 2 });
  });
});
