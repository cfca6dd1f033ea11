import { jest } from '@jest/globals';
import { scoreColumnOf } from '#domain/catalog/metrics';
import { Clock } from '#domain/clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule } from '#server/jobs/schedule';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { useTestDatabase, createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { rebuildTopLists } from '../../support/database/top-lists';
import { updateCatalogStats, insertEntity } from '../../support/database/insert-entity';
import { tableChecksums } from '../../support/database/catalog-checksum';
import { fillWithRandomSeries } from '../../support/database/random-series';

const PICTURE = 'https://i.pinimg.com/moss.jpg';

describe('growth analytics', () => {
  const database = useTestDatabase();
  let app: TestApp;

  beforeAll(async () => {
    for (let index = 1; index <= 25; index++) {
      await insertEntity(database.pool, 'boards', {
        _id: `b${index}`,
        name: `Board ${index}`,
        follower_count: index * 10,
        collaborator_count: index % 2,
        momentum: index,
      });
    }
    await insertEntity(database.pool, 'pinners', { _id: 'p1', follower_count: 77, momentum: 9 });
    await insertEntity(database.pool, 'pins', {
      _id: 'x1',
      name: 'Pin',
      saves: 5,
      pinner_id: 'p1',
      pinner_username: 'mira_makes',
      momentum: 3.04,
      board_id: 'b25',
      image_url: PICTURE,
    });
    await updateCatalogStats(database.pool);
    for (const entity of ['board', 'pinner', 'pin'] as const) {
      await database.pool.query(
        `update ${entity}_scores s set rank = array_fill(r.place::int, array[cardinality(s.raw)]), previous_rank = array_fill(null::int, array[cardinality(s.raw)])
         from (select _id, row_number() over (order by raw[1] desc) place from ${entity}_scores) r where r._id = s._id`,
      );
    }
    await rebuildTopLists(database.pool);
    await database.pool.query('update catalog_stats set scored_day = 20688');
    app = await createTestApp(database.url, { as: 'admin' });
  });

  it('are of boards by followers over 30 days without parameters, up to 100', async () => {
    const { status, body } = await app.get('/api/admin/analytics');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      total_entities: 27,
      database_stats: { boards: { total: 25, collaborative: 13 }, pinners: { total: 1 }, pins: { total: 1 } },
      as_of: '2026-08-23',
    });
    const insights = body['momentum_insights'] as { average_momentum: number; top_performers: unknown[] };
    expect(insights.average_momentum).toBe(13);
    expect(insights.top_performers).toHaveLength(25);
    expect(insights.top_performers[0]).toEqual({
      _id: 'b25',
      title: 'Board 25',
      name: 'Board 25',
      pinner_username: null,
      image_url: null,
      pictures: [PICTURE],
      current_value: 250,
      momentum_score: 25,
      growth_percent: 25,
      jump_share: null,
      jumped_on: null,
      current_rank: 1,
      previous_rank: null,
      confidence: 'high',
    });
  });

  it('take a pin’s followers from its owner', async () => {
    expect(scoreColumnOf('pin', 'follower_count', '7_days')).toBe(10);
    const { body } = await app.get('/api/admin/analytics?entity_type=pin&metric=follower_count&period=7_days&limit=10');
    expect(body['momentum_insights']).toMatchObject({
      average_momentum: 3,
      top_performers: [{ name: 'Pin', current_value: 77, pinner_username: 'mira_makes' }],
    });
  });

  it.each(['10', '20'])('list no more than limit=%s', async (limit) => {
    const { body } = await app.get(`/api/admin/analytics?limit=${limit}`);
    expect((body['momentum_insights'] as { top_performers: unknown[] }).top_performers).toHaveLength(Number(limit));
  });

  it.each([
    ['limit=10&limit=20', 'limit must be 10, 20, 50 or 100'],
    ['entity_type=pin&metric=pin_count', 'metric must be one of saves, repin_count, follower_count for pin'],
    ['entity_type=pinner&metric=pin_count', 'metric must be one of follower_count, profile_views for pinner'],
    ['entity_type=board&metric=saves', 'metric must be one of follower_count, collaborator_count, pin_count for board'],
  ])('reject %s and name the field', async (query, error) => {
    const { status, body } = await app.get(`/api/admin/analytics?${query}`);
    expect([status, body['error']]).toEqual([400, error]);
  });
});

describe('two servers at the minute of the nightly recompute', () => {
  const FIRST_DAY = 20_688;
  /** The first begins with nothing, the second with what the first has left. */
  const NIGHT_COUNT = 2;

  const growthCron = schedule.find(({ job }) => job === 'growth')?.cron;
  /** Growth, and what runs after it. */
  const jobs = schedule.filter(({ cron }) => cron === growthCron).map(({ job }) => job);

  /** A site with a catalog that has keywords, and so many servers on its database, which run jobs only when asked. */
  async function openSite(serverCount: number): Promise<{ readonly database: TestDatabase; readonly servers: readonly TestApp[] }> {
    const database = await createTestDatabase();
    await fillWithRandomSeries(database.pool, 150, FIRST_DAY, 60);
    await database.pool.query(`update pins set queries = array['garden idea ' || length(_id) % 3, 'small garden']`);
    const servers = Array.from({ length: serverCount }, () =>
      createTestApp(database.url, { settings: { ORDERED_LISTS_FROM: '1' }, isScheduled: false }),
    );
    return { database, servers: await Promise.all(servers) };
  }

  /** Runs the jobs on each server at the same minute, one after the other as the schedule does; returns how each run ended. */
  async function runNight(servers: readonly TestApp[], night: number): Promise<readonly string[]> {
    const time = new Date((FIRST_DAY + night) * DAY_MS + 3 * HOUR_MS + 10 * MINUTE_MS);
    const outcomes = servers.map(async ({ app }) => {
      jest.spyOn(app.get(Clock), 'now').mockReturnValue(time);
      const found: string[] = [];
      for (const job of jobs) found.push(`${job} ${await app.get(JobRunner).run(job)}`);
      return found;
    });
    return (await Promise.all(outcomes)).flat();
  }

  async function figuresOf({ pool }: TestDatabase) {
    const { rows } = await pool.query(`select (to_jsonb(k) - 'generation')::text as row from keywords k order by _id`);
    return { tables: await tableChecksums(pool), keywords: rows };
  }

  it('run each job once, and leave the figures of one server alone', async () => {
    const [alone, raced] = [await openSite(1), await openSite(2)];
    for (let night = 0; night < NIGHT_COUNT; night++) {
      await runNight(alone.servers, night);
      const outcomes = await runNight(raced.servers, night);
      expect(outcomes.filter((outcome) => outcome.endsWith(' ran')).toSorted()).toEqual(jobs.map((job) => `${job} ran`));
      expect(outcomes.filter((outcome) => outcome.endsWith(' failed'))).toEqual([]);
      const figures = await figuresOf(raced.database);
      expect(figures.keywords.length).toBeGreaterThan(1);
      expect(figures).toEqual(await figuresOf(alone.database));
    }
    const { rows } = await raced.database.pool.query('select job, count(*)::int runs from job_runs group by job order by job');
    expect(rows).toEqual(jobs.map((job) => ({ job, runs: NIGHT_COUNT })));
    for (const { database, servers } of [alone, raced]) {
      for (const server of servers) await server.close();
      await database.close();
    }
  });
});
