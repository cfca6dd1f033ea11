import { LockScope } from '#domain/lock-scope';
import { PostgresJobs } from '#server/jobs/postgres/jobs';
import { PostgresWriteLock } from '#server/jobs/postgres/write-lock';
import { Postgres } from '#server/database/postgres';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;
let instances: Postgres[];

beforeAll(async () => {
  database = await createTestDatabase();
  instances = [new Postgres(database.url), new Postgres(database.url)];
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await database.close();
});

const writeLockOf = (index: number): PostgresWriteLock => new PostgresWriteLock(instances[index]!);
const jobsOf = (index: number): PostgresJobs => new PostgresJobs(instances[index]!);

const findRun = async (scheduledFor: string) =>
  (await database.pool.query('select rows, error, finished_at is not null finished from job_runs where slot = $1', [scheduledFor])).rows[0];

describe('a job', () => {
  it('runs once per slot, whichever instance asks', async () => {
    let times = 0;
    const work = async () => ++times * 10;
    expect(await jobsOf(0).runExclusively('growth', 'once', work)).toBe('ran');
    expect(await jobsOf(1).runExclusively('growth', 'once', work)).toBe('done');
    expect(times).toBe(1);
    expect(await findRun('once')).toEqual({ rows: 10, error: null, finished: true });
  });

  it('runs in one of several instances that ask at once', async () => {
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 300));
      running--;
      return 1;
    };
    const outcomes = await Promise.all([0, 1, 0, 1].map((index) => jobsOf(index).runExclusively('growth', 'crowd', work)));
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(1);
    expect(most).toBe(1);
  });

  it('leaves no run in the log for longer than 90 days, and no other job’s out of it', async () => {
    await database.pool.query(
      `insert into job_runs (job, slot, started_at) values ('tidy', 'old', now() - interval '91 days'), ('tidy', 'young', now() - interval '89 days'),
         ('other', 'old', now() - interval '91 days')`,
    );
    await jobsOf(0).runExclusively('tidy', 'newest', async () => 1);
    const { rows } = await database.pool.query(`select job, slot from job_runs where job in ('tidy', 'other') order by job, started_at`);
    expect(rows.map(({ job, slot }) => `${job} ${slot}`)).toEqual(['other old', 'tidy young', 'tidy newest']);
  });

  it('that failed says why and may run again', async () => {
    const failingWork = () => Promise.reject(new Error('no disk'));
    await expect(jobsOf(0).runExclusively('growth', 'again', failingWork)).rejects.toThrow('no disk');
    expect(await findRun('again')).toEqual({ rows: null, error: 'Error: no disk', finished: false });
    expect(await jobsOf(1).runExclusively('growth', 'again', async () => 3)).toBe('ran');
    expect(await findRun('again')).toEqual({ rows: 3, error: null, finished: true });
  });
});

describe('the writer of the catalogue', () => {
  it('is one at a time; the next waits and is told so', async () => {
    const steps: string[] = [];
    let endWork: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (endWork = resolve));
    const first = writeLockOf(0).runAsWriter(async () => {
      steps.push('first begins');
      await held;
      steps.push('first ends');
    });
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = writeLockOf(1).runAsWriter(
      async () => {
        steps.push('second');
        return 7;
      },
      {
        onWait: () => {
          steps.push('second waits');
          endWork();
        },
      },
    );
    await first;
    expect(await second).toBe(7);
    expect(steps).toEqual(['first begins', 'second waits', 'first ends', 'second']);
  });

  it('ends its work when an outer lock is lost', async () => {
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

  it('lets go when its work fails', async () => {
    await expect(writeLockOf(0).runAsWriter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let waited = false;
    await writeLockOf(1).runAsWriter(async () => undefined, { onWait: () => void (waited = true) });
    expect(waited).toBe(false);
  });
});
