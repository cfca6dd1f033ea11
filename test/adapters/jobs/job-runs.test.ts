import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { CatchUp } from '#server/jobs/catch-up';
import type { CronTriggers } from '#server/jobs/cron-triggers';
import { PostgresJobRuns } from '#server/jobs/postgres/job-runs';
import { JOB_LOCK_CLASS } from '#server/jobs/postgres/advisory-lock';
import { PostgresJobs } from '#server/jobs/postgres/jobs';
import { PostgresWriteLock } from '#server/jobs/postgres/write-lock';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;
let instances: Postgres[];
const jobsOf = (index: number) => new PostgresJobs(instances[index]!);

beforeEach(async () => {
  database = await createTestDatabase();
  instances = [new Postgres(database.url), new Postgres(database.url), new Postgres(database.url)];
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await database.close();
});

/** Another process that is in the middle of a job. */
async function spawnLockHolder(job: string, scheduledFor: string) {
  const script = `
    import { Client } from 'pg';
    const client = new Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query('select pg_advisory_lock($1, hashtext($2))', [${JOB_LOCK_CLASS}, '${job}']);
    await client.query("insert into job_runs (job, slot, started_at) values ($1, $2, now())", ['${job}', '${scheduledFor}']);
    console.log('at it');
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

describe('jobs on several instances', () => {
  it('T56 run a hundred slots a hundred times, though three instances tick at each', async () => {
    let runs = 0;
    const outcomes: string[] = [];
    for (let tick = 0; tick < 100; tick++) {
      const ticks = [0, 1, 2].map((index) => jobsOf(index).runExclusively('growth', `slot ${tick}`, async () => ++runs));
      outcomes.push(...(await Promise.all(ticks)));
    }
    expect(runs).toBe(100);
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(100);
    const { rows } = await database.pool.query('select count(*)::int runs, count(finished_at)::int finished from job_runs');
    expect(rows).toEqual([{ runs: 100, finished: 100 }]);
  });

  it('T56 go on when the process that was at it is killed: the next try takes over the same slot', async () => {
    const other = await spawnLockHolder('growth', '2026-08-23');
    const runs = new PostgresJobRuns(instances[0]!);
    expect(await jobsOf(0).runExclusively('growth', '2026-08-23', async () => 1)).toBe('busy');
    expect([...(await runs.runningJobs(['growth', 'letters-forget']))]).toEqual(['growth']);
    await other.kill();
    while ((await runs.runningJobs(['growth'])).size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await jobsOf(1).runExclusively('growth', '2026-08-23', async () => 7)).toBe('ran');
    expect(await runs.lastRuns(['growth'])).toMatchObject([{ slot: '2026-08-23', rows: 7, error: null, finished_at: expect.any(Date) }]);
  });
});

describe('a job whose lock is lost with its connection', () => {
  /** Ends, from outside, every connection that holds a lock of ours. */
  const terminateLockConnections = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corklight lock' and datname = current_database()`,
    );
  const lost = /lock of this work was lost/;

  it('T56 takes no further step, says so in the log, and leaves its slot to the next try', async () => {
    const run = jobsOf(0).runExclusively('growth', 'cut', (scope) =>
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
    const runs = new PostgresJobRuns(instances[1]!);
    expect(await runs.lastRuns(['growth'])).toMatchObject([{ slot: 'cut', finished_at: null, error: expect.stringMatching(lost) }]);
    expect(await jobsOf(1).runExclusively('growth', 'cut', async () => 5)).toBe('ran');
    expect(await runs.lastRuns(['growth'])).toMatchObject([{ slot: 'cut', rows: 5, error: null, finished_at: expect.any(Date) }]);
  });

  it('T56 ends in the middle of a long statement, and what it had begun is taken back', async () => {
    await database.pool.query('create table steps (name text)');
    const run = jobsOf(0).runExclusively('growth', 'long', (scope) =>
      inTransaction(instances[0]!.jobPoolIn(scope), async (client) => {
        await client.query(`insert into steps values ('half')`);
        await Promise.all([client.query('select pg_sleep(600)'), terminateLockConnections()]);
        return 1;
      }),
    );
    await expect(run).rejects.toThrow(lost);
    expect((await database.pool.query('select from steps')).rowCount).toBe(0);
  });

  it('R9 ends with a server that stops, and leaves its slot to the next start', async () => {
    const stopping = jobsOf(0);
    const run = stopping.runExclusively('growth', 'stopped', async (scope) => {
      const jobPool = instances[0]!.jobPoolIn(scope);
      await jobPool.query('select 1');
      void stopping.beforeApplicationShutdown();
      // Nothing but the stop ends this.
      for (;;) await jobPool.query('select 1');
    });
    await expect(run).rejects.toThrow(/server was stopped/);
    const runs = new PostgresJobRuns(instances[1]!);
    expect(await runs.lastRuns(['growth'])).toMatchObject([
      { slot: 'stopped', finished_at: null, error: expect.stringMatching(/stopped/) },
    ]);
    expect(await jobsOf(1).runExclusively('growth', 'stopped', async () => 3)).toBe('ran');
  });

  it('T56 is not done, though it took no notice', async () => {
    const { jobPool } = instances[0]!;
    const run = jobsOf(0).runExclusively('growth', 'deaf', async (scope) => {
      await terminateLockConnections();
      while (
        await instances[0]!
          .jobPoolIn(scope)
          .query('select 1')
          .catch(() => null)
      );
      return 3;
    });
    await expect(run).rejects.toThrow(lost);
    const { rows } = await jobPool.query(`select rows, finished_at from job_runs where slot = 'deaf'`);
    expect(rows).toEqual([{ rows: null, finished_at: null }]);
  });
});

describe('the log of runs', () => {
  it('tells each job’s newest run and how long the newest finished one took', async () => {
    const runs = new PostgresJobRuns(instances[0]!);
    await database.pool.query(`insert into job_runs (job, slot, started_at, finished_at, rows, error) values
      ('growth', 'a', '2026-08-21T03:10:00Z', '2026-08-21T03:10:09.500Z', 5, null),
      ('growth', 'b', '2026-08-22T03:10:00Z', '2026-08-22T03:10:02.250Z', 6, null),
      ('growth', 'c', '2026-08-23T03:10:00Z', null, null, 'Error: no disk'),
      ('other', 'x', '2026-08-23T03:10:00Z', null, null, null)`);
    expect(await runs.lastRuns(['growth', 'never'])).toEqual([
      {
        job: 'growth',
        slot: 'c',
        started_at: new Date('2026-08-23T03:10:00Z'),
        finished_at: null,
        rows: null,
        error: 'Error: no disk',
        took: 2_250,
      },
    ]);
    const finished = new Map((await runs.lastFinishes()).map((run) => [run.job, run.finished_at]));
    expect(finished).toEqual(
      new Map([
        ['growth', new Date('2026-08-22T03:10:02.250Z')],
        ['other', null],
      ]),
    );
  });

  it('sees who holds a lock in this database alone, whatever the sign of the name’s hash', async () => {
    const names = ['growth', 'letters-forget', 'subscriptions', 'auth-clean-up', 'linked-tokens', 'events-count'];
    const runs = new PostgresJobRuns(instances[0]!);
    const { rows } = await database.pool.query<{ negative: boolean }>('select hashtext(j) < 0 negative from unnest($1::text[]) j', [names]);
    expect(new Set(rows.map(({ negative }) => negative))).toEqual(new Set([true, false]));
    for (const name of names) {
      let seen: readonly string[] = [];
      await jobsOf(1).runExclusively(name, 'once', async () => {
        seen = [...(await runs.runningJobs(names))];
        return 0;
      });
      expect(seen).toEqual([name]);
    }
    expect((await runs.runningJobs(names)).size).toBe(0);
  });
});

describe('catching up', () => {
  const NOW = new Date('2026-08-23T09:00:00Z');

  class FakeTimes {
    readonly fired: string[] = [];
    async fire(cron: string): Promise<void> {
      this.fired.push(cron);
    }
  }

  it('runs each daily job whose last turn went by, once, and none that ran or never ran', async () => {
    await database.pool.query(`insert into job_runs (job, slot, started_at, finished_at) values
      ('growth', '2026-08-21', '2026-08-21T03:10:00Z', '2026-08-21T03:12:00Z'),
      ('subscriptions', '2026-08-23', '2026-08-23T04:20:00Z', '2026-08-23T04:21:00Z'),
      ('auth-clean-up', '2026-08-21T03', '2026-08-21T03:12:00Z', '2026-08-21T03:12:01Z')`);
    const times = new FakeTimes();
    const catchUp = new CatchUp(new PostgresJobRuns(instances[0]!), times as unknown as CronTriggers, { now: () => NOW });
    expect(await catchUp.runMissed()).toEqual(['growth']);
    expect(times.fired).toEqual(['0 10 3 * * *']);
    await database.pool.query(`insert into job_runs (job, slot, started_at, finished_at) values ('growth', '2026-08-23', $1, $1)`, [NOW]);
    expect(await catchUp.runMissed()).toEqual([]);
    expect(times.fired).toHaveLength(1);
  });
});
