import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Postgres } from '#server/database/postgres';
import { inTransaction } from '#server/database/transaction';
import { CatchUp } from '#server/jobs/catch-up';
import type { CronTimes } from '#server/jobs/cron-times';
import { PostgresJobRuns } from '#server/jobs/postgres-job-runs';
import { LOCKS, TypeormJobs } from '#server/jobs/typeorm-jobs';
import { freshDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
let instances: Postgres[];
const jobs = (place: number) => new TypeormJobs(instances[place]!);

beforeEach(async () => {
  database = await freshDatabase();
  instances = [new Postgres(database.url), new Postgres(database.url), new Postgres(database.url)];
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await database.close();
});

/** Another process that is in the middle of a job. */
async function holder(job: string, slot: string) {
  const script = `
    import { Client } from 'pg';
    const client = new Client({ connectionString: process.argv[1] });
    await client.connect();
    await client.query('select pg_advisory_lock($1, hashtext($2))', [${LOCKS}, '${job}']);
    await client.query("insert into job_runs (job, slot, started_at) values ($1, $2, now())", ['${job}', '${slot}']);
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
      const ticks = [0, 1, 2].map((place) => jobs(place).exclusively('growth', `slot ${tick}`, async () => ++runs));
      outcomes.push(...(await Promise.all(ticks)));
    }
    expect(runs).toBe(100);
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(100);
    const { rows } = await database.pool.query('select count(*)::int runs, count(finished_at)::int finished from job_runs');
    expect(rows).toEqual([{ runs: 100, finished: 100 }]);
  });

  it('T56 go on when the process that was at it is killed: the next try takes over the same slot', async () => {
    const other = await holder('growth', '2026-08-23');
    const runs = new PostgresJobRuns(instances[0]!);
    expect(await jobs(0).exclusively('growth', '2026-08-23', async () => 1)).toBe('busy');
    expect([...(await runs.running(['growth', 'letters-forget']))]).toEqual(['growth']);
    await other.kill();
    while ((await runs.running(['growth'])).size > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await jobs(1).exclusively('growth', '2026-08-23', async () => 7)).toBe('ran');
    expect(await runs.last(['growth'])).toMatchObject([{ slot: '2026-08-23', rows: 7, error: null, finished_at: expect.any(Date) }]);
  });
});

describe('a job whose lock is lost with its connection', () => {
  /** Ends, from outside, every connection that holds a lock of ours. */
  const cutOff = () =>
    database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corklight lock' and datname = current_database()`,
    );
  const lost = /lock of this work was lost/;

  it('T56 takes no further step, says so in the log, and leaves its slot to the next try', async () => {
    const { jobPool } = instances[0]!;
    const run = jobs(0).exclusively('growth', 'cut', () =>
      jobs(0).asWriter(async () => {
        await cutOff();
        // Nothing but the loss ends this.
        for (;;) await jobPool.query('select 1');
      }),
    );
    await expect(run).rejects.toThrow(lost);
    const runs = new PostgresJobRuns(instances[1]!);
    expect(await runs.last(['growth'])).toMatchObject([{ slot: 'cut', finished_at: null, error: expect.stringMatching(lost) }]);
    expect(await jobs(1).exclusively('growth', 'cut', async () => 5)).toBe('ran');
    expect(await runs.last(['growth'])).toMatchObject([{ slot: 'cut', rows: 5, error: null, finished_at: expect.any(Date) }]);
  });

  it('T56 ends in the middle of a long statement, and what it had begun is taken back', async () => {
    await database.pool.query('create table steps (name text)');
    const run = jobs(0).exclusively('growth', 'long', () =>
      inTransaction(instances[0]!.jobPool, async (client) => {
        await client.query(`insert into steps values ('half')`);
        await Promise.all([client.query('select pg_sleep(600)'), cutOff()]);
        return 1;
      }),
    );
    await expect(run).rejects.toThrow(lost);
    expect((await database.pool.query('select from steps')).rowCount).toBe(0);
  });

  it('R9 ends with a server that stops, and leaves its slot to the next start', async () => {
    const { jobPool } = instances[0]!;
    const stopping = jobs(0);
    const run = stopping.exclusively('growth', 'stopped', async () => {
      await jobPool.query('select 1');
      void stopping.beforeApplicationShutdown();
      // Nothing but the stop ends this.
      for (;;) await jobPool.query('select 1');
    });
    await expect(run).rejects.toThrow(/server was stopped/);
    const runs = new PostgresJobRuns(instances[1]!);
    expect(await runs.last(['growth'])).toMatchObject([{ slot: 'stopped', finished_at: null, error: expect.stringMatching(/stopped/) }]);
    expect(await jobs(1).exclusively('growth', 'stopped', async () => 3)).toBe('ran');
  });

  it('T56 is not done, though it took no notice', async () => {
    const { jobPool } = instances[0]!;
    const run = jobs(0).exclusively('growth', 'deaf', async () => {
      await cutOff();
      while (await jobPool.query('select 1').catch(() => null));
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
    expect(await runs.last(['growth', 'never'])).toEqual([
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
    const finished = new Map((await runs.finished()).map((run) => [run.job, run.finished_at]));
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
      await jobs(1).exclusively(name, 'once', async () => {
        seen = [...(await runs.running(names))];
        return 0;
      });
      expect(seen).toEqual([name]);
    }
    expect((await runs.running(names)).size).toBe(0);
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
    const catchUp = new CatchUp(new PostgresJobRuns(instances[0]!), times as unknown as CronTimes, { now: () => NOW });
    expect(await catchUp.run()).toEqual(['growth']);
    expect(times.fired).toEqual(['0 10 3 * * *']);
    await database.pool.query(`insert into job_runs (job, slot, started_at, finished_at) values ('growth', '2026-08-23', $1, $1)`, [NOW]);
    expect(await catchUp.run()).toEqual([]);
    expect(times.fired).toHaveLength(1);
  });
});
