import { Clock } from '#domain/clock';
import { DAY_MS } from '#domain/durations';
import { SchedulerRegistry } from '@nestjs/schedule';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule } from '#server/jobs/schedule';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';

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

describe('the jobs', () => {
  it('are all registered with the scheduler', () => {
    const cronJobs = [...app.app.get(SchedulerRegistry).getCronJobs().values()];
    expect(new Set(cronJobs.map(({ cronTime }) => cronTime.source))).toEqual(new Set(schedule.map(({ cron }) => cron)));
    for (const { purpose } of schedule) expect(purpose).toMatch(/^[A-Z].+\.$/);
  });

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
