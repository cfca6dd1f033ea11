import { SchedulerRegistry } from '@nestjs/schedule';
import { CronTime } from 'cron';
import { MINUTE_MS } from '#domain/durations';
import { scheduledRunAt } from '#domain/jobs/schedule';
import { JobRunner } from '#server/jobs/job-runner';
import { JobScheduler } from '#server/jobs/job-scheduler';
import { LastRuns } from '#server/jobs/last-runs';
import { type JobName, schedule } from '#server/jobs/schedule';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { FixedClock } from '../../support/fixed-clock';

const now = new Date('2026-08-23T09:00:00Z');

function createScheduler() {
  const [log, clock, registry] = [new FakeJobLog(), new FixedClock(now), new SchedulerRegistry()];
  const [locks, outages] = [new FakeJobLocks(), new FakeDatabaseOutages()];
  const runner = new JobRunner(locks, log, clock, outages, { BACKUP_DIR: '/backups', RELEASE_FEED_URL: 'https://releases.example' });
  const runs: JobName[] = [];
  for (const { job } of schedule) {
    runner.register(job, async () => {
      runs.push(job);
      return 1;
    });
  }
  const lastRuns = new LastRuns(log, locks);
  /** The killed runs that were there when alarms were sent. */
  const toldOf: string[] = [];
  runner.register('alarms', async () => {
    toldOf.push(...(await lastRuns.list()).filter(({ isKilled }) => isKilled).map(({ job }) => job));
    if (outages.isOut) throw new Error('no outbox');
    return 1;
  });
  const scheduler = new JobScheduler(registry, runner, log, clock, lastRuns, outages);
  return { locks, log, outages, registry, runs, toldOf, scheduler };
}

describe('the job scheduler', () => {
  it('registers every time of the schedule once, in UTC', () => {
    const { registry, scheduler } = createScheduler();
    scheduler.onApplicationBootstrap();
    const cronJobs = [...registry.getCronJobs().values()];
    for (const cronJob of cronJobs) void cronJob.stop();
    expect(new Set(cronJobs.map(({ cronTime }) => cronTime.source))).toEqual(new Set(schedule.map(({ cron }) => cron)));
    expect(registry.getCronJob('0 10 3 * * *').nextDate().toISO()).toMatch(/T03:10:00\.000Z$/);
  });

  it('starts no run so near the turn of its hour or day that a database whose clock is a minute behind would count it as the one before', () => {
    const counted = schedule.flatMap(({ job, cron, oncePer }) => {
      if (oncePer === null) return [];
      const at = new CronTime(cron, 'UTC').getNextDateFrom(now, 'UTC').toMillis();
      const runsOf = [-MINUTE_MS, 0, MINUTE_MS].map((ms) => scheduledRunAt(new Date(at + ms), oncePer));
      return [[job, new Set(runsOf).size]];
    });
    expect(counted.filter(([, runs]) => runs !== 1)).toEqual([]);
  });

  it('runs jobs of the same time one after the other, in the order of the schedule', async () => {
    const { registry, runs, scheduler } = createScheduler();
    scheduler.onApplicationBootstrap();
    for (const cronJob of registry.getCronJobs().values()) void cronJob.stop();
    await registry.getCronJob('0 5 * * * *').fireOnTick();
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toEqual(['events-months', 'events-clean-up', 'events-deleted-accounts']);
  });

  it('runs each daily job that was missed, once, and none that ran or never ran', async () => {
    const { log, runs, scheduler } = createScheduler();
    const succeed = (job: string, scheduledFor: string, at: string) =>
      log.recordSuccess({ job, scheduledFor, startedAt: new Date(at) }, new Date(at), 1, false);
    await succeed('growth', '2026-08-21', '2026-08-21T03:12:00Z');
    await succeed('subscriptions', '2026-08-23', '2026-08-23T04:21:00Z');
    await succeed('auth-clean-up', '2026-08-21T03', '2026-08-21T03:12:01Z');
    expect(await scheduler.runMissed()).toEqual(['growth']);
    expect(await scheduler.runMissed()).toEqual([]);
    expect(runs).toEqual(['growth']);
  });

  it.each([
    ['fails', '2026-08-23T03:05:00Z', ['growth']],
    ['succeeds', '2026-08-23T03:05:00Z', []],
    ['fails', '2026-08-23T03:10:00Z', []], // The scheduled run itself, on another server.
  ])('runs a daily job that was running at its time once that run %s, if it began before (%s): %j', async (end, startedAt, expected) => {
    const { locks, log, registry, runs, scheduler } = createScheduler();
    scheduler.onApplicationBootstrap();
    scheduler.onModuleDestroy();
    for (const cronJob of registry.getCronJobs().values()) void cronJob.stop();
    const run = { job: 'growth', scheduledFor: startedAt, startedAt: new Date(startedAt) };
    await locks.runIfFree('growth', async () => {
      await log.open(run);
      await registry.getCronJob('0 10 3 * * *').fireOnTick();
      expect([await scheduler.runPostponed(), runs.includes('growth')]).toEqual([[], false]);
      if (end === 'fails') await log.recordFailure(run, now, 'no disk');
      else await log.recordSuccess(run, now, 1, false);
      return 'ran';
    });
    expect([await scheduler.runPostponed(), await scheduler.runPostponed()]).toEqual([expected, []]);
    expect(runs.filter((job) => job === 'growth')).toEqual(expected);
    if (expected.length > 0) expect(log.history.at(-1)).toMatchObject({ job: 'growth', scheduledFor: '2026-08-23', error: null });
  });

  it('takes over a run that was begun and neither finished nor held, once', async () => {
    const { locks, log, runs, scheduler } = createScheduler();
    await log.open({ job: 'growth', scheduledFor: '2026-08-23', startedAt: new Date('2026-08-23T03:10:00Z') });
    await log.open({ job: 'subscriptions', scheduledFor: '2026-08-23', startedAt: new Date('2026-08-23T04:20:00Z') });
    await locks.runIfFree('subscriptions', async () => {
      expect(await scheduler.runKilled()).toEqual(['growth']);
      return 'ran';
    });
    expect(runs).toEqual(['growth']);
    await log.open({ job: 'auth-clean-up', scheduledFor: 'x', startedAt: now });
    await log.recordFailure({ job: 'auth-clean-up', scheduledFor: 'x', startedAt: now }, now, 'no disk');
    expect(await scheduler.runKilled()).toEqual(['subscriptions']);
    expect(await scheduler.runKilled()).toEqual([]);
  });

  it.each([false, true])('sends alarms of a killed run before it runs again, which it does even if that fails: %s', async (isOut) => {
    const { log, outages, runs, toldOf, scheduler } = createScheduler();
    outages.isOut = isOut;
    await log.open({ job: 'growth', scheduledFor: '2026-08-23', startedAt: new Date('2026-08-23T03:10:00Z') });
    expect([await scheduler.runKilled(), toldOf, runs]).toEqual([['growth'], ['growth'], ['growth']]);
  });

  it('repeats a killed run that an administrator started, though the run of the day is done', async () => {
    const { log, runs, scheduler } = createScheduler();
    const scheduled = { job: 'growth', scheduledFor: '2026-08-23', startedAt: new Date('2026-08-23T03:10:00Z') };
    await log.open(scheduled);
    await log.recordSuccess(scheduled, new Date('2026-08-23T03:12:00Z'), 1, false);
    await log.open({ job: 'growth', scheduledFor: '2026-08-23T08:00:00.000Z', startedAt: new Date('2026-08-23T08:00:00Z') });
    expect([await scheduler.runKilled(), runs]).toEqual([['growth'], ['growth']]);
    expect((await log.listLast()).find(({ job }) => job === 'growth')).toMatchObject({
      scheduled_for: '2026-08-23T08:00:00.000Z',
      succeeded_at: now,
    });
  });

  it('takes over a run that kills its process again no second time', async () => {
    const { log, scheduler } = createScheduler();
    const open = () => log.open({ job: 'linked-tokens', scheduledFor: 'before', startedAt: new Date('2026-08-22T03:10:00Z') });
    await open();
    expect(await scheduler.runKilled()).toEqual(['linked-tokens']);
    await open();
    expect(await scheduler.runKilled()).toEqual([]);
  });
});
