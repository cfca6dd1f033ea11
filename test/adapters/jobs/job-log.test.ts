import { RecomputeGrowthOnce1790000028290 } from '#migrations/1790000028290-recompute-growth-once';
import { PlainNames1790000029520 } from '#migrations/1790000029520-plain-names';
import { missedJobs, wasKilled } from '#domain/jobs/schedule';
import { schedule } from '#server/jobs/schedule';
import { JobDataSource } from '#server/database/data-source';
import { TypeormJobLog } from '#server/jobs/typeorm/job-log';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { describeJobLog } from '../../support/suites/job-log';

describe('the job log', () => {
  let database: TestDatabase;
  let source: JobDataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await JobDataSource.connect(database.url);
  });
  beforeEach(() => database.pool.query('truncate job_runs, job_statuses'));
  afterAll(async () => {
    await source.destroy();
    await database.close();
  });

  describeJobLog(() => new TypeormJobLog(source));

  it('writes history and last run together, or neither', async () => {
    const log = new TypeormJobLog(source);
    const run = { job: 'growth', scheduledFor: '2026-08-23', startedAt: new Date('2026-08-23T03:10:00Z') };
    await log.open(run);
    await database.pool.query('alter table job_statuses add constraint no_success check (succeeded_at is null and failed_at is null)');
    try {
      await expect(log.recordSuccess(run, new Date('2026-08-23T03:11:00Z'), 7, false)).rejects.toThrow('no_success');
      await expect(log.recordFailure(run, new Date('2026-08-23T03:11:00Z'), 'no disk')).rejects.toThrow('no_success');
    } finally {
      await database.pool.query('alter table job_statuses drop constraint no_success');
    }
    const { rows } = await database.pool.query('select finished_at, rows, error from job_runs');
    expect(rows).toEqual([{ finished_at: null, rows: null, error: null }]);
  });

  it('has the next start recompute growth once after the upgrade, although it was recomputed today', async () => {
    const log = new TypeormJobLog(source);
    const now = new Date();
    const run = { job: 'growth', scheduledFor: now.toISOString().slice(0, 10), startedAt: now };
    await log.open(run);
    await log.recordSuccess(run, now, 7, false);
    await database.pool.query('update catalog_stats set scored_day = 20000');
    const runner = source.createQueryRunner();
    const names = new PlainNames1790000029520();
    for (const step of [() => names.down(runner), () => new RecomputeGrowthOnce1790000028290().up(runner), () => names.up(runner)])
      await step();
    await runner.release();

    const [last] = await log.listLast();
    expect(last && wasKilled(last, false)).toBe(false);
    expect(missedJobs(schedule, await log.listLast(), now).map(({ job }) => job)).toEqual(['growth']);
    await expect(log.open(run)).resolves.toBe(true);
  });
});
