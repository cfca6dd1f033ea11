import { jest } from '@jest/globals';
import { Clock } from '#domain/clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule } from '#server/jobs/schedule';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { tableChecksums } from '../../support/database/catalog-checksum';
import { fillWithRandomSeries } from '../../support/database/random-series';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const FIRST_DAY = 20_688;
const NIGHT_COUNT = 4;

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

describe('two servers at the minute of the nightly recompute', () => {
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
