import { encodeMonth } from '#domain/catalog/history/sealed-months';
import { countsOf, type Metric, metricsOf, type Period, periods, scoreColumnOf } from '#domain/catalog/metrics';
import { confidences } from '#domain/catalog/momentum';
import { type EntityType, entityTypes, type Variant, variantOf } from '#domain/catalog/variants';
import { WriterScope } from '#domain/jobs/write-lock';
import { oneDecimal } from '#domain/numbers';
import { buildNextTopLists, topListTables } from '#server/analytics/growth/postgres/ranking';
import { PostgresGrowthLedger } from '#server/analytics/growth/postgres/growth-ledger';
import { TopLists } from '#server/analytics/growth/postgres/top-lists';
import { scoreInThreads } from '#server/analytics/growth/scoring/score-batches';
import { scoreRows } from '#server/analytics/growth/scoring/score-rows';
import { PostgresReadModel } from '#server/catalog/read-model/postgres/read-model';
import { readConfig } from '#server/config/config';
import { RowReader } from '#server/database/copy/row-reader';
import { FLOAT8_OID, RowWriter } from '#server/database/copy/row-writer';
import { swapTables } from '#server/database/table-swap';
import { readSeries, type SeriesOf } from '../../../support/database/stored-history';
import { fillWithRandomSeries, seededRandom } from '../../../support/database/random-series';
import { createTestDatabase, useTestDatabase } from '../../../support/database/test-database';
import { rebuildTopLists } from '../../../support/database/top-lists';

describe('lists of growth', () => {
  const TODAY_DAY = 20_688;
  const ENTITY_COUNT = 300;

  const database = useTestDatabase();
  let ledger: PostgresGrowthLedger;
  let topLists: TopLists;

  beforeAll(async () => {
    ledger = new PostgresGrowthLedger(database.postgres);
    topLists = new TopLists(database.pool);
    await fillWithRandomSeries(database.pool, ENTITY_COUNT, TODAY_DAY, 60);
    for (const entity of entityTypes) {
      const series = await readSeries(database.pool, entity);
      for (const metric of countsOf[entity])
        await database.pool.query(
          `update ${entity}_metrics m set ${metric} = s.value from unnest($1::text[], $2::int[]) s(_id, value) where s._id = m._id`,
          [series.map(({ _id }) => _id), series.map((one: SeriesOf) => one[metric]!.findLast((value) => value !== null) ?? null)],
        );
    }
    const scope = new WriterScope();
    const changed: Variant[] = [];
    const next = await ledger.prepare(scope, TODAY_DAY, null, { onProgress: () => undefined, onReady: (list) => changed.push(list) });
    await new PostgresReadModel(database.postgres, readConfig({ NODE_ENV: 'test' })).prepareNext(scope, changed, 'next');
    await ledger.publish(scope, next);
  });

  const queryRows = async <T = Record<string, unknown>>(sql: string, values: unknown[] = []) =>
    (await database.pool.query(sql, values)).rows as T[];

  const fillLists = () => rebuildTopLists(database.pool);

  /** The top performers by the stored scores, which the tests of the ledger compare with those of the domain. */
  async function expectedPerformers(entity: EntityType, metric: Metric, period: Period, limit: number) {
    const slot = scoreColumnOf(entity, metric, period) + 1;
    const isOwners = entity === 'pin' && metric === 'follower_count';
    const rows = await queryRows<Record<string, unknown> & { confidence: number }>(
      `select t._id, t.name title, t.name, null pinner_username, null image_url, '{}'::text[] pictures, v.${metric} current_value,
         s.score[${slot}] momentum_score, s.growth[${slot}] growth_percent, s.rank[${slot}] current_rank, s.previous_rank[${slot}] previous_rank,
         s.confidence[${slot}] confidence, m.jump_share, to_char(date '1970-01-01' + m.jumped_on, 'YYYY-MM-DD') jumped_on
       from ${entity}_scores s join ${variantOf[entity]} t using (_id) join ${entity}_metrics m using (_id)
         left join ${isOwners ? 'pinner' : entity}_metrics v on v._id = ${isOwners ? 't.pinner_id' : 't._id'}
       where s.rank[${slot}] is not null order by s.rank[${slot}] limit ${limit}`,
    );
    const [scored] = await queryRows<{ average: number | null }>(`select avg(score[${slot}]) average from ${entity}_scores`);
    return { performers: rows.map((row) => ({ ...row, confidence: confidences[row.confidence] })), average: scored?.average ?? null };
  }

  const cases = entityTypes.flatMap((entity) =>
    metricsOf[entity].flatMap((metric) => periods.map((period) => [entity, metric, period] as const)),
  );

  describe('the top performers', () => {
    it.each(cases)('of each %s by %s over %s are those of the stored scores', async (entity, metric, period) => {
      const { performers, average } = await expectedPerformers(entity, metric, period, 100);
      expect(performers.length).toBeGreaterThan(50);
      expect(await topLists.listTop(entity, metric, period, 100)).toEqual(performers);
      expect(oneDecimal((await topLists.averageScore(entity, metric, period)) ?? NaN)).toBe(oneDecimal(average ?? NaN));
    });

    it('fill the limit even if some of them were deleted', async () => {
      await fillLists();
      const before = await topLists.listTop('board', 'pin_count', '30_days', 20);
      const gone = [before[0]!._id, before[7]!._id];
      await queryRows('create table away as select * from boards');
      await queryRows('delete from boards where _id = any($1)', [gone]);
      const after = await topLists.listTop('board', 'pin_count', '30_days', 20);
      await database.pool.query('insert into boards select * from away on conflict do nothing; drop table away');
      expect(after).toHaveLength(20);
      expect(after.slice(0, 18)).toEqual(before.filter(({ _id }) => !gone.includes(_id)));
    });

    it('show the username of a pinner without a name', async () => {
      await fillLists();
      const [first] = await topLists.listTop('pinner', 'follower_count', '90_days', 10);
      await queryRows(`update pinners set name = null, username = 'handle' where _id = $1`, [first!._id]);
      const [again] = await topLists.listTop('pinner', 'follower_count', '90_days', 10);
      await queryRows(`update pinners set name = _id where _id = $1`, [first!._id]);
      expect(again).toMatchObject({ title: 'handle', name: 'handle' });
    });

    it('are built beside the current ones and swapped in; those of entities that were not scored are copied', async () => {
      await fillLists();
      const listsChecksum = (suffix: string, but: string) =>
        queryRows(`select md5(string_agg(t::text, ',' order by entity, slot, place)) from top_performers${suffix} t where entity <> $1`, [
          but,
        ]);
      const keys = `select conname from pg_constraint where conrelid in ('top_performers'::regclass, 'momentum_averages'::regclass) order by 1`;
      const [shown, before] = [await listsChecksum('', 'none'), await queryRows(keys)];
      const client = await database.pool.connect();
      try {
        await client.query('create table board_scores_next as select * from board_scores order by _id limit 40');
        await buildNextTopLists(client, ['board']);
        expect(await listsChecksum('', 'none')).toEqual(shown);
        expect(await listsChecksum('_next', 'board')).toEqual(await listsChecksum('', 'board'));
        await swapTables(client, topListTables);
      } finally {
        await client.query('drop table board_scores_next');
        client.release();
      }
      const found = await topLists.listTop('board', 'follower_count', '365_days', 100);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThanOrEqual(40);
      expect(await queryRows(keys)).toEqual(before);
    });

    it('are empty without scores, and there is no average', async () => {
      const emptyDatabase = await createTestDatabase();
      await rebuildTopLists(emptyDatabase.pool);
      const emptyLists = new TopLists(emptyDatabase.pool);
      expect(await emptyLists.listTop('pin', 'saves', '90_days', 100)).toEqual([]);
      expect(await emptyLists.averageScore('pin', 'saves', '90_days')).toBeNull();
      expect(await emptyLists.totals()).toEqual({ boards: 0, collaborative: 0, pinners: 0, pins: 0, scored_day: null });
      await emptyDatabase.close();
    });
  });

  describe('the catalog stats', () => {
    it('count collaborative boards again whenever the catalog has changed', async () => {
      const countCollaborative = async () =>
        (await queryRows<{ n: number }>('select count(*)::int n from board_metrics where collaborator_count > 0'))[0]?.n;
      const first = await topLists.totals();
      expect(first).toMatchObject({
        boards: ENTITY_COUNT,
        pinners: ENTITY_COUNT,
        pins: ENTITY_COUNT,
        scored_day: TODAY_DAY,
        collaborative: await countCollaborative(),
      });
      await queryRows(
        `update board_metrics set collaborator_count = 0 where _id in (select _id from board_metrics where collaborator_count > 0 limit 5)`,
      );
      await queryRows(`update catalog_stats set changed_at = clock_timestamp()`);
      expect((await topLists.totals()).collaborative).toBe(first.collaborative - 5);
    });
  });
});

describe('scoring in worker threads', () => {
  const TODAY_DAY = 20_688;

  function randomRows(count: number, seed: number): RowReader {
    const random = seededRandom(seed);
    const writer = new RowWriter();
    for (let number = 0; number < count; number++) {
      const id = Buffer.from(`pinner ${number} ü`);
      const readings = Array.from({ length: Math.floor(random() * 700) }, (_, index) => ({
        at: (TODAY_DAY - 700 + index) * 1440,
        importId: 0,
        counts: [0, 1].map(() => (random() < 0.1 ? null : Math.floor(random() * 1e6))),
      }));
      const sealed = encodeMonth(readings);
      const field = (bytes: Uint8Array) => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(bytes.length);
        return Buffer.concat([length, bytes]);
      };
      writer.beginRow(3);
      writer.writeFields(field(id));
      writer.writeFields(field(sealed));
      writer.writeFields(field(Buffer.alloc(0)));
    }
    return new RowReader(writer.takeRows().bytes);
  }

  async function* batchesOf(...batches: RowReader[]): AsyncGenerator<RowReader> {
    yield* batches;
  }

  it('returns what scoring in this thread returns, in the order of the batches', async () => {
    const counts = [1, 2, 3, 4, 5].map((seed) => seed * 40);
    const batches = batchesOf(...counts.map((count, seed) => randomRows(count, seed)));
    let seed = 0;
    for await (const found of scoreInThreads(batches, 'pinner', TODAY_DAY, 2)) {
      const expected = scoreRows('pinner', TODAY_DAY, randomRows(counts[seed]!, seed));
      expect(found.count).toBe(counts[seed++]);
      expect(Buffer.compare(found.bytes, expected.bytes)).toBe(0);
    }
    expect(seed).toBe(counts.length);
  });

  it('fails when a worker fails', async () => {
    const broken = new RowWriter();
    broken.beginRow(1);
    broken.writeNumberArray(FLOAT8_OID, [1]);
    const scored = scoreInThreads(batchesOf(new RowReader(broken.takeRows().bytes)), 'pinner', TODAY_DAY, 1);
    await expect(scored.next()).rejects.toThrow(/bounds|undefined/);
  });
});
