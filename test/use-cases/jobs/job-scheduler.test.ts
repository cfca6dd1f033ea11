import { SchedulerRegistry } from '@nestjs/schedule';
import { JobRunner } from '#server/jobs/job-runner';
import { JobScheduler } from '#server/jobs/job-scheduler';
import { type JobName, schedule } from '#server/jobs/schedule';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { FixedClock } from '../../support/fixed-clock';

const now = new Date('2026-08-23T09:00:00Z');

function createScheduler() {
  const [log, clock, registry] = [new FakeJobLog(), new FixedClock(now), new SchedulerRegistry()];
  const runner = new JobRunner(new FakeJobLocks(), log, clock, new FakeDatabaseOutages());
  const runs: JobName[] = [];
  for (const { job } of schedule) {
    runner.register(job, async () => {
      runs.push(job);
      return 1;
    });
  }
  return { log, registry, runs, scheduler: new JobScheduler(registry, runner, log, clock) };
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

  it('runs jobs of the same time one after the other, in the order of the schedule', async () => {
    const { registry, runs, scheduler } = createScheduler();
    scheduler.onApplicationBootstrap();
    for (const cronJob of registry.getCronJobs().values()) void cronJob.stop();
    await registry.getCronJob('0 5 * * * *').fireOnTick();
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toEqual(['events-months', 'events-forget', 'events-people']);
  });

  it('runs each daily job that was missed, once, and none that ran or never ran', async () => {
    const { log, runs, scheduler } = createScheduler();
    const succeed = (job: string, slot: string, at: string) =>
      log.recordSuccess({ job, slot, startedAt: new Date(at) }, new Date(at), 1, false);
    await succeed('growth', '2026-08-21', '2026-08-21T03:12:00Z');
    await succeed('subscriptions', '2026-08-23', '2026-08-23T04:21:00Z');
    await succeed('auth-clean-up', '2026-08-21T03', '2026-08-21T03:12:01Z');
    expect(await scheduler.runMissed()).toEqual(['growth']);
    expect(await scheduler.runMissed()).toEqual([]);
    expect(runs).toEqual(['growth']);
  });
});
