import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SchedulerRegistry } from '@nestjs/schedule';
import { readConfig } from '#server/config/config';
import { JobDataSource } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { JobRunner } from '#server/jobs/job-runner';
import { JobScheduler } from '#server/jobs/job-scheduler';
import { JobStatuses } from '#server/jobs/job-statuses';
import { LastRuns } from '#server/jobs/last-runs';
import { JOB_LOCK_CLASS, PostgresJobLocks, PostgresWriteLock } from '#server/jobs/postgres/advisory-locks';
import { schedule } from '#server/jobs/schedule';
import { TypeormJobLog } from '#server/jobs/typeorm/job-log';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';
import { describeJobLocks } from '../../support/suites/job-locks';

let database: TestDatabase;
let source: JobDataSource;
let instances: Postgres[];
const locksOf = (index: number) => new PostgresJobLocks(instances[index]!);
const runnerOf = (index: number) =>
  new JobRunner(
    locksOf(index),
    new TypeormJobLog(source),
    { now: () => new Date() },
    new FakeDatabaseOutages(),
    readConfig({ NODE_ENV: 'test' }),
  );
const lastRuns = () => new TypeormJobLog(source).listLast();

beforeAll(async () => {
  database = await createTestDatabase();
  source = await JobDataSource.connect(database.url);
  instances = [new Postgres(database.url), new Postgres(database.url), new Postgres(database.url)];
});
beforeEach(() => database.pool.query('truncate job_runs, job_statuses'));
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await source.destroy();
  await database.close();
});

/** Another process that is in the middle of a job. */
async function spawnLockHolder(job: string, scheduledFor: string) {
  const script = `
    import { Client } from 'pg';
    const client = new Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query('select pg_advisory_lock($1, hashtext($2))', [${JOB_LOCK_CLASS}, '${job}']);
    await client.query("insert into job_runs (job, scheduled_for, started_at) values ($1, $2, now())", ['${job}', '${scheduledFor}']);
    await client.query("insert into job_statuses (job, scheduled_for, started_at) values ($1, $2, now())", ['${job}', '${scheduledFor}']);
    console.log('locked');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, database.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    kill: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe('the job locks', () => {
  describeJobLocks(() => locksOf(0));

  it('show who holds a lock in this database only, whatever the sign of the name’s hash', async () => {
    const names = ['growth', 'emails-clean-up', 'subscriptions', 'auth-clean-up', 'linked-tokens', 'events-count'];
    const { rows } = await database.pool.query<{ negative: boolean }>('select hashtext(j) < 0 negative from unnest($1::text[]) j', [names]);
    expect(new Set(rows.map(({ negative }) => negative))).toEqual(new Set([true, false]));
    for (const name of names) {
      let held: readonly string[] = [];
      await locksOf(1).runIfFree(name, async () => {
        held = [...(await locksOf(0).listHeld(names))];
        return 'ran';
      });
      expect(held).toEqual([name]);
    }
    expect((await locksOf(0).listHeld(names)).size).toBe(0);
  });
});

describe('jobs on several instances', () => {
  it('run 25 scheduled runs 25 times, though three instances start each', async () => {
    let runs = 0;
    const outcomes: string[] = [];
    for (let tick = 0; tick < 25; tick++) {
      const ticks = [0, 1, 2].map((index) => runnerOf(index).runOnce('growth', `run ${tick}`, async () => ++runs));
      outcomes.push(...(await Promise.all(ticks)));
    }
    expect(runs).toBe(25);
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(25);
    const { rows } = await database.pool.query('select count(*)::int runs, count(finished_at)::int finished from job_runs');
    expect(rows).toEqual([{ runs: 25, finished: 25 }]);
  });
});

describe('a server beside one that is killed in the middle of a job', () => {
  it('takes the run over, and shows it as killed until then, also to the alarms', async () => {
    const scheduledFor = new Date().toISOString().slice(0, 10);
    const other = await spawnLockHolder('growth', scheduledFor);
    const [runner, log, clock] = [runnerOf(1), new TypeormJobLog(source), { now: () => new Date() }];
    for (const { job } of schedule) runner.register(job, async () => 9);
    const lastRuns = new LastRuns(log, locksOf(1));
    const seenByAlarms: unknown[] = [];
    runner.register('alarms', async () => seenByAlarms.push((await growth())?.['killed']));
    const scheduler = new JobScheduler(new SchedulerRegistry(), runner, log, clock, lastRuns, new FakeDatabaseOutages());
    const growth = async () => (await new JobStatuses(lastRuns, runner, clock).list()).find(({ job }) => job === 'growth');
    expect(await growth()).toMatchObject({ running: true, killed: false });
    expect(await scheduler.runKilled()).toEqual([]);
    await other.kill();
    while ((await locksOf(0).listHeld(['growth'])).size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await growth()).toMatchObject({ running: false, killed: true });
    expect(await scheduler.runKilled()).toEqual(['growth']);
    expect(seenByAlarms).toEqual([true]);
    expect(await growth()).toMatchObject({ running: false, killed: false, rows: 9, error: null, last_finished_at: expect.any(String) });
    const { rows } = await database.pool.query(`select scheduled_for, rows from job_runs where job = 'growth'`);
    expect(rows).toEqual([{ scheduled_for: scheduledFor, rows: 9 }]);
  });
});

describe('a job whose lock is lost with its connection', () => {
  /** Ends, from outside, every connection that holds one of our locks. */
  const terminateLockConnections = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corklight lock' and datname = current_database()`,
    );
  const lost = /lock of this work was lost/;

  it('stops, records it, and leaves its scheduled run to the next attempt', async () => {
    const run = runnerOf(0).runOnce('growth', 'cut', ({ scope }) =>
      new PostgresWriteLock(instances[0]!).runAsWriter(
        async (writerScope) => {
          const pool = instances[0]!.jobPoolIn(writerScope);
          await terminateLockConnections();
          // Nothing but the loss ends this.
          for (;;) await pool.query('select 1');
        },
        { within: scope },
      ),
    );
    await expect(run).rejects.toThrow(lost);
    expect(await lastRuns()).toMatchObject([{ scheduled_for: 'cut', succeeded_at: null, error: expect.stringMatching(lost) }]);
    expect(await runnerOf(1).runOnce('growth', 'cut', async () => 5)).toBe('ran');
    expect(await lastRuns()).toMatchObject([{ scheduled_for: 'cut', rows: 5, error: null, succeeded_at: expect.any(Date) }]);
  });

  it('ends in the middle of a long statement, and its transaction is rolled back', async () => {
    await database.pool.query('create table steps (name text)');
    const run = runnerOf(0).runOnce('growth', 'long', ({ scope }) =>
      inTransaction(instances[0]!.jobPoolIn(scope), async (client) => {
        await client.query(`insert into steps values ('half')`);
        await Promise.all([client.query('select pg_sleep(600)'), terminateLockConnections()]);
        return 1;
      }),
    );
    await expect(run).rejects.toThrow(lost);
    expect((await database.pool.query('select from steps')).rowCount).toBe(0);
  });
});

describe('a job of a server that stops', () => {
  it('ends, and leaves its scheduled run to the next start', async () => {
    const stopping = runnerOf(0);
    const run = stopping.runOnce('growth', 'stopped', async ({ scope }) => {
      const pool = instances[0]!.jobPoolIn(scope);
      await pool.query('select 1');
      void stopping.beforeApplicationShutdown();
      // Nothing but the stop ends this.
      for (;;) await pool.query('select 1');
    });
    await expect(run).rejects.toThrow(/server was stopped/);
    expect(await lastRuns()).toMatchObject([{ scheduled_for: 'stopped', succeeded_at: null, error: expect.stringMatching(/stopped/) }]);
    expect(await runnerOf(1).runOnce('growth', 'stopped', async () => 3)).toBe('ran');
  });
});
