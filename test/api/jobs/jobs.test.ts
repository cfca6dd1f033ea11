import { Jobs } from '#domain/jobs';
import { Clock } from '#domain/clock';
import { CronTimes } from '#server/jobs/cron-times';
import { schedule } from '#server/jobs/schedule';
import { type TestApp, testApp } from '../../support/app';
import { freshDatabase, type TestDatabase } from '../../support/database';

const DAY = 86_400_000;

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await freshDatabase();
  // Three days ago the server went down.
  await database.pool.query(
    `insert into job_runs (job, slot, started_at, finished_at, rows) values ('letters-forget', 'before', now() - interval '3 days', now() - interval '3 days', 1)`,
  );
  app = await testApp(database.url, {}, 'admin');
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const list = async () => JSON.parse((await app.get('/api/admin/jobs')).text) as Record<string, unknown>[];
const listed = async (job: string) => (await list()).find((one) => one['job'] === job);

describe('the jobs', () => {
  it('are all that run by the clock, no more and no fewer', () => {
    const times = app.app.get(CronTimes);
    expect(times.known().toSorted()).toEqual([...new Set(schedule.map(({ cron }) => cron))].toSorted());
    for (const { purpose } of schedule) expect(purpose).toMatch(/^[A-Z].+\.$/);
  });

  it('say what they do and when they run next', async () => {
    const now = Date.now();
    const jobs = await list();
    expect(jobs.map(({ job }) => job)).toEqual(schedule.map(({ job }) => job));
    for (const { job, next_at } of jobs) {
      const wait = Date.parse(String(next_at)) - now;
      expect({ job, isSoon: wait > -5_000 && wait <= DAY + 5_000 }).toEqual({ job, isSoon: true });
    }
    expect(jobs.find(({ job }) => job === 'growth')).toMatchObject({ last_slot: null, last_started_at: null, took: null, error: null });
    expect(String(jobs.find(({ job }) => job === 'growth')?.['next_at'])).toMatch(/T03:10:00\.000Z$/);
  });

  it('show a run while it is under way, its end, and its fault', async () => {
    const jobs = app.app.get(Jobs);
    await jobs.exclusively('subscriptions', 'now', async () => {
      expect(await listed('subscriptions')).toMatchObject({ running: true, last_slot: 'now', last_finished_at: null, took: null });
      return 12;
    });
    expect(await listed('subscriptions')).toMatchObject({ running: false, rows: 12, error: null, took: expect.any(Number) });
    const failing = jobs.exclusively('subscriptions', 'later', () => Promise.reject(new Error('no answer')));
    await expect(failing).rejects.toThrow('no answer');
    expect(await listed('subscriptions')).toMatchObject({ last_slot: 'later', last_finished_at: null, error: 'Error: no answer' });
  });

  it('that missed their turn while the server was down ran once after its start', async () => {
    const rows = async () =>
      (await database.pool.query(`select slot, finished_at from job_runs where job = 'letters-forget' and slot <> 'before'`)).rows;
    while ((await rows())[0]?.finished_at == null) await new Promise((resolve) => setTimeout(resolve, 20));
    const slot = app.app.get(Clock).now().toISOString().slice(0, 10);
    expect((await rows()).map((row) => row.slot)).toEqual([slot]);
    expect((await database.pool.query(`select from job_runs where job = 'growth'`)).rowCount).toBe(0);
  });
});
