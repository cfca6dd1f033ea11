import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { missedJobs, wasKilled } from '#domain/jobs/schedule';
import { RecomputeGrowthOnce1790000028290 } from '#migrations/1790000028290-recompute-growth-once';
import { PlainNames1790000029520 } from '#migrations/1790000029520-plain-names';
import { ImportLanes1790000047000 } from '#migrations/1790000047000-import-lanes';
import { JobDataSource } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { schedule } from '#server/jobs/schedule';
import { TypeormJobLog } from '#server/jobs/typeorm/job-log';
import { useTestDatabase } from '../../support/database/test-database';
import { describeJobLog } from '../../support/suites/job-log';

const database = useTestDatabase();

describe('the job log', () => {
  let source: JobDataSource;
  beforeAll(async () => void (source = await JobDataSource.connect(database.url)));
  beforeEach(() => database.pool.query('truncate job_runs, job_statuses'));
  afterAll(() => source.destroy());

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
    const later = [new ImportLanes1790000047000(), new PlainNames1790000029520()];
    for (const migration of later) await migration.down(runner);
    await new RecomputeGrowthOnce1790000028290().up(runner);
    for (const migration of later.toReversed()) await migration.up(runner);
    await runner.release();

    const [last] = await log.listLast();
    expect(last && wasKilled(last, false)).toBe(false);
    expect(missedJobs(schedule, await log.listLast(), now).map(({ job }) => job)).toEqual(['growth']);
    await expect(log.open(run)).resolves.toBe(true);
  });
});

describe('the write lock', () => {
  let instances: Postgres[];
  beforeAll(() => void (instances = [new Postgres(database.url), new Postgres(database.url)]));
  afterAll(() => Promise.all(instances.map((instance) => instance.close())));

  const writeLockOf = (index: number) => new PostgresWriteLock(instances[index]!);

  it('has one holder at a time; the next one waits and is notified', async () => {
    const steps: string[] = [];
    const firstWork = Promise.withResolvers<void>();
    const first = writeLockOf(0).runAsWriter(async () => {
      steps.push('first begins');
      await firstWork.promise;
      steps.push('first ends');
    });
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const onWait = () => {
      steps.push('second waits');
      firstWork.resolve();
    };
    const second = writeLockOf(1).runAsWriter(
      async () => {
        steps.push('second');
        return 7;
      },
      { onWait },
    );
    await first;
    expect(await second).toBe(7);
    expect(steps).toEqual(['first begins', 'second waits', 'first ends', 'second']);
  });

  it('stops its work when an outer lock is lost', async () => {
    const outer = new LockScope();
    const work = writeLockOf(0).runAsWriter(
      async (scope) => {
        outer.revoke(new Error('outer lock lost'));
        await instances[0]!.jobPoolIn(scope).query('select 1');
      },
      { within: outer },
    );
    await expect(work).rejects.toThrow('outer lock lost');
  });

  it.each([0, 100_000 * DAY_MS])('is taken, or refused, after a wait of at most %i ms', async (maxWaitMs) => {
    const work = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = writeLockOf(0).runAsWriter(() => (held.resolve(), work.promise));
    await held.promise;
    const second = writeLockOf(1).runAsWriter(async () => 'taken', { maxWaitMs, onWait: () => void (maxWaitMs > 0 && work.resolve()) });
    const outcome = await second.catch((error: Error) => error.message).finally(() => work.resolve());
    await first;
    expect(outcome).toMatch(maxWaitMs > 0 ? 'taken' : /^Another import or job was still writing/);
  });

  it('is released when its work fails', async () => {
    await expect(writeLockOf(0).runAsWriter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let hasWaited = false;
    await writeLockOf(1).runAsWriter(async () => undefined, { onWait: () => void (hasWaited = true) });
    expect(hasWaited).toBe(false);
  });
});
