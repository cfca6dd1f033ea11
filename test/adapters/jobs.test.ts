import { TypeormJobs } from '#server/jobs/typeorm-jobs';
import { Postgres } from '#server/database/postgres';
import { freshDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let instances: Postgres[];

beforeAll(async () => {
  database = await freshDatabase();
  instances = [new Postgres(database.url), new Postgres(database.url)];
});

afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await database.close();
});

const instance = (place: number): TypeormJobs => new TypeormJobs(instances[place]!);

const run = async (slot: string) =>
  (await database.pool.query('select rows, error, finished_at is not null finished from job_runs where slot = $1', [slot])).rows[0];

describe('a job', () => {
  it('runs once per slot, whichever instance asks', async () => {
    let times = 0;
    const work = async () => ++times * 10;
    expect(await instance(0).exclusively('growth', 'once', work)).toBe('ran');
    expect(await instance(1).exclusively('growth', 'once', work)).toBe('done');
    expect(times).toBe(1);
    expect(await run('once')).toEqual({ rows: 10, error: null, finished: true });
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
    const outcomes = await Promise.all([0, 1, 0, 1].map((place) => instance(place).exclusively('growth', 'crowd', work)));
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(1);
    expect(most).toBe(1);
  });

  it('leaves no run in the log for longer than 90 days, and no other job’s out of it', async () => {
    await database.pool.query(
      `insert into job_runs (job, slot, started_at) values ('tidy', 'old', now() - interval '91 days'), ('tidy', 'young', now() - interval '89 days'),
         ('other', 'old', now() - interval '91 days')`,
    );
    await instance(0).exclusively('tidy', 'newest', async () => 1);
    const { rows } = await database.pool.query(`select job, slot from job_runs where job in ('tidy', 'other') order by job, started_at`);
    expect(rows.map(({ job, slot }) => `${job} ${slot}`)).toEqual(['other old', 'tidy young', 'tidy newest']);
  });

  it('that failed says why and may run again', async () => {
    const fails = () => Promise.reject(new Error('no disk'));
    await expect(instance(0).exclusively('growth', 'again', fails)).rejects.toThrow('no disk');
    expect(await run('again')).toEqual({ rows: null, error: 'Error: no disk', finished: false });
    expect(await instance(1).exclusively('growth', 'again', async () => 3)).toBe('ran');
    expect(await run('again')).toEqual({ rows: 3, error: null, finished: true });
  });
});

describe('the writer of the catalogue', () => {
  it('is one at a time; the next waits and is told so', async () => {
    const steps: string[] = [];
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const first = instance(0).asWriter(async () => {
      steps.push('first begins');
      await held;
      steps.push('first ends');
    });
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = instance(1).asWriter(
      async () => {
        steps.push('second');
        return 7;
      },
      () => {
        steps.push('second waits');
        end();
      },
    );
    await first;
    expect(await second).toBe(7);
    expect(steps).toEqual(['first begins', 'second waits', 'first ends', 'second']);
  });

  it('may ask again within its own work', async () => {
    const jobs = instance(0);
    expect(await jobs.asWriter(() => jobs.asWriter(async () => 'inner'))).toBe('inner');
  });

  it('lets go when its work fails', async () => {
    await expect(instance(0).asWriter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let waited = false;
    await instance(1).asWriter(
      async () => undefined,
      () => (waited = true),
    );
    expect(waited).toBe(false);
  });
});
