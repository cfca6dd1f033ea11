import { jest } from '@jest/globals';
import { Clock } from '#domain/clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule } from '#server/jobs/schedule';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { tableChecksums } from '../../support/database/catalog-checksum';
import { fillWithRandomSeries } from '../../support/database/random-series';
import { useTestDatabase, createTestDatabase, type TestDatabase } from '../../support/database/test-database';

describe('the jobs', () => {
  const database = useTestDatabase();
  let app: TestApp;

  beforeAll(async () => {
    // The server went down three days ago.
    await database.pool.query(
      `insert into job_statuses (job, scheduled_for, started_at, succeeded_at, rows) values ('emails-clean-up', 'before', now() - interval '3 days', now() - interval '3 days', 1)`,
    );
    app = await createTestApp(database.url, { as: 'admin' });
  });

  const listJobs = async () => JSON.parse((await app.get('/api/admin/jobs')).text) as Record<string, unknown>[];
  const findJob = async (job: string) => (await listJobs()).find((one) => one['job'] === job);

  it('have a purpose and a next run', async () => {
    const now = Date.now();
    const jobs = await listJobs();
    expect(jobs.map(({ job }) => job)).toEqual(schedule.map(({ job }) => job));
    expect(jobs.find(({ job }) => job === 'backup')).toMatchObject({ off: true, next_at: null });
    for (const { job, next_at } of jobs.filter(({ off }) => off === false)) {
      const wait = Date.parse(String(next_at)) - now;
      expect({ job, isSoon: wait > -5_000 && wait <= DAY_MS + 5_000 }).toEqual({ job, isSoon: true });
    }
    expect(jobs.find(({ job }) => job === 'growth')).toMatchObject({
      last_scheduled_for: null,
      last_started_at: null,
      took: null,
      error: null,
    });
    expect(String(jobs.find(({ job }) => job === 'growth')?.['next_at'])).toMatch(/T03:10:00\.000Z$/);
  });

  it('show a run in progress, its end, and its failure', async () => {
    const runner = app.app.get(JobRunner);
    await runner.runOnce('subscriptions', 'now', async () => {
      expect(await findJob('subscriptions')).toMatchObject({
        running: true,
        last_scheduled_for: 'now',
        last_finished_at: null,
        took: null,
      });
      return 12;
    });
    expect(await findJob('subscriptions')).toMatchObject({ running: false, rows: 12, error: null, took: expect.any(Number) });
    const failing = runner.runOnce('subscriptions', 'later', () => Promise.reject(new Error('no answer')));
    await expect(failing).rejects.toThrow('no answer');
    expect(await findJob('subscriptions')).toMatchObject({
      last_scheduled_for: 'later',
      last_finished_at: null,
      last_succeeded_at: expect.any(String),
      last_failed_at: expect.any(String),
      error: 'Error: no answer',
    });
  });

  it('that were missed while the server was down run once after its start', async () => {
    const finishedRuns = async () =>
      (
        await database.pool.query(
          `select scheduled_for, finished_at from job_runs where job = 'emails-clean-up' and scheduled_for <> 'before'`,
        )
      ).rows;
    while ((await finishedRuns())[0]?.finished_at == null) await new Promise((resolve) => setTimeout(resolve, 20));
    const scheduledFor = app.app.get(Clock).now().toISOString().slice(0, 10);
    expect((await finishedRuns()).map((row) => row.scheduled_for)).toEqual([scheduledFor]);
    expect((await database.pool.query(`select from job_runs where job = 'growth'`)).rowCount).toBe(0);
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
