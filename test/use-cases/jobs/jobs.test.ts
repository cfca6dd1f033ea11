import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronTime } from 'cron';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule, type JobName } from '#server/jobs/schedule';
import { scheduledRunAt } from '#domain/jobs/schedule';
import { JobScheduler } from '#server/jobs/job-scheduler';
import { LastRuns } from '#server/jobs/last-runs';
import { Conflict, Unavailable } from '#domain/errors';
import { StartJob } from '#server/jobs/start-job';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { FixedClock } from '../../support/fixed-clock';
import { describeJobLocks } from '../../support/suites/job-locks';
import { describeJobLog } from '../../support/suites/job-log';
import { FakeAuditLog, userActor } from '../../support/fakes/audit';
import { RecordingSecurityLog } from '../../support/fakes/auth';

const start = new Date('2026-08-23T03:10:00Z');

/** A runner with fakes, whose clock stands. */
function createRunner({ at = start, backupFolder = '/backups' }: { readonly at?: Date; readonly backupFolder?: string | null } = {}) {
  const [locks, log, clock, outages] = [new FakeJobLocks(), new FakeJobLog(), new FixedClock(at), new FakeDatabaseOutages()];
  const settings = { BACKUP_DIR: backupFolder ?? undefined, RELEASE_FEED_URL: 'https://releases.example' };
  const runner = new JobRunner(locks, log, clock, outages, settings);
  const advance = (milliseconds: number) => (clock.time = new Date(clock.time.getTime() + milliseconds));
  return { locks, log, clock, outages, runner, advance };
}

const failWith = (message: string) => () => Promise.reject(new Error(message));

describe('a scheduled job', () => {
  it('runs once per day', async () => {
    const { log, runner, advance } = createRunner();
    let runs = 0;
    runner.register('growth', async () => ++runs * 10);
    expect([await runner.run('growth'), await runner.run('growth')]).toEqual(['ran', 'done']);
    advance(DAY_MS);
    expect(await runner.run('growth')).toBe('ran');
    expect(log.history.map(({ job, scheduledFor, rows }) => [job, scheduledFor, rows])).toEqual([
      ['growth', '2026-08-23', 10],
      ['growth', '2026-08-24', 20],
    ]);
  });

  it('runs once per hour', async () => {
    const { log, runner, advance } = createRunner();
    runner.register('linked-tokens', async () => 0);
    expect([await runner.run('linked-tokens'), await runner.run('linked-tokens')]).toEqual(['ran', 'done']);
    advance(50 * MINUTE_MS);
    expect(await runner.run('linked-tokens')).toBe('ran');
    expect(log.history.map(({ scheduledFor }) => scheduledFor)).toEqual(['2026-08-23T03', '2026-08-23T04']);
  });

  it('does not run while another instance holds its lock', async () => {
    const { locks, log, runner } = createRunner();
    runner.register('growth', async () => 1);
    await locks.runIfFree('growth', async () => {
      expect(await runner.run('growth')).toBe('busy');
      return 'ran';
    });
    expect(log.history).toEqual([]);
  });

  it('that succeeds is news unless it had nothing to do, and its failure is logged unless the database is out of reach', async () => {
    const { outages, runner } = createRunner();
    const [logged, errors] = [jest.spyOn(Logger.prototype, 'log'), jest.spyOn(Logger.prototype, 'error').mockReturnValue()];
    runner.register('growth', async () => 0);
    runner.register('emails', async () => 0);
    runner.register('lists', async () => 2);
    for (const job of ['growth', 'emails', 'lists'] as const) await runner.run(job);
    expect(logged.mock.calls).toEqual([[{ msg: 'growth succeeded', rows: 0, ms: 0 }], [{ msg: 'lists succeeded', rows: 2, ms: 0 }]]);
    runner.register('emails', failWith('no disk'));
    await runner.run('emails');
    outages.isOut = true;
    await runner.run('emails');
    expect(errors.mock.calls).toEqual([['emails failed: no disk']]);
    jest.restoreAllMocks();
  });

  it('records a failure and runs again', async () => {
    const { log, runner } = createRunner();
    runner.register('growth', failWith('no disk'));
    expect(await runner.run('growth')).toBe('failed');
    expect(log.history).toMatchObject([{ scheduledFor: '2026-08-23', finishedAt: null, error: 'Error: no disk' }]);
    runner.register('growth', async () => 3);
    expect(await runner.run('growth')).toBe('ran');
    expect(log.history).toMatchObject([{ scheduledFor: '2026-08-23', rows: 3, error: null }]);
    expect(await log.listLast()).toMatchObject([{ failed_at: start, error: null }]);
  });

  it('is not done when its lock was lost, even if its work did not notice', async () => {
    const { log, runner } = createRunner();
    runner.register('growth', async ({ scope }) => {
      scope.revoke(new Error('lock lost'));
      return 3;
    });
    expect(await runner.run('growth')).toBe('failed');
    expect(log.history).toMatchObject([{ finishedAt: null, error: 'Error: lock lost' }]);
  });

  it('leaves 90 days of history', async () => {
    const { log, runner, advance } = createRunner();
    runner.register('growth', async () => 1);
    await runner.run('growth');
    advance(90 * DAY_MS);
    await runner.run('growth');
    expect(log.history).toHaveLength(2);
    advance(DAY_MS);
    await runner.run('growth');
    expect(log.history.map(({ scheduledFor }) => scheduledFor)).toEqual(['2026-11-21', '2026-11-22']);
  });
});

describe('a frequent job', () => {
  it('leaves history only when it did work or failed', async () => {
    const { log, runner, advance } = createRunner();
    const results = [0, 4, 0];
    runner.register('emails', async () => results.shift() ?? 0);
    for (let index = 0; index < 4; index++, advance(2_000)) expect(await runner.run('emails')).toBe('ran');
    runner.register('emails', failWith('no server'));
    expect(await runner.run('emails')).toBe('failed');
    expect(log.history.map(({ rows, error }) => [rows, error])).toEqual([
      [4, null],
      [null, 'Error: no server'],
    ]);
  });

  it('records idle runs once a minute', async () => {
    const { log, runner, advance } = createRunner();
    runner.register('emails', async () => 0);
    const lastStart = async () => (await log.listLast())[0]?.started_at;
    await runner.run('emails');
    advance(58_000);
    await runner.run('emails');
    expect(await lastStart()).toEqual(start);
    const later = advance(2_000);
    await runner.run('emails');
    expect(await lastStart()).toEqual(later);
  });

  it('runs without a lock, but not twice at the same time in one process', async () => {
    const { locks, runner } = createRunner();
    const gate = Promise.withResolvers<number>();
    runner.register('emails', () => gate.promise);
    const first = runner.run('emails');
    expect(runner.isRunning('emails')).toBe(true);
    expect([await runner.run('emails'), locks.held.size]).toEqual(['busy', 0]);
    gate.resolve(1);
    expect([await first, runner.isRunning('emails')]).toEqual(['ran', false]);
  });
});

describe('the job runner', () => {
  it('revokes the scopes of all runs when the server stops, waits until that is recorded, and starts no more', async () => {
    const { log, runner } = createRunner();
    const recorded: string[] = [];
    const recordFailure = log.recordFailure.bind(log);
    log.recordFailure = async (...failure) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      await recordFailure(...failure);
      recorded.push(failure[2]);
    };
    for (const job of ['growth', 'emails'] as const) {
      runner.register(job, async ({ scope }) => {
        for (;;) {
          scope.throwIfRevoked();
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    }
    const runs = [runner.run('growth'), runner.run('emails')];
    await new Promise((resolve) => setImmediate(resolve));
    await runner.beforeApplicationShutdown();
    expect(recorded).toHaveLength(2);
    expect(await Promise.all(runs)).toEqual(['failed', 'failed']);
    expect(log.history.map(({ finishedAt, error }) => [finishedAt, /server was stopped/.test(String(error))])).toEqual([
      [null, true],
      [null, true],
    ]);
    expect(await runner.run('growth')).toBe('busy');
  });

  it('needs work for every job of the schedule', () => {
    const { runner } = createRunner();
    const [first, ...others] = schedule;
    for (const { job } of others) runner.register(job, async () => 0);
    expect(() => runner.assertComplete()).toThrow(`no work is registered for the job ${first.job}`);
    runner.register(first.job, async () => 0);
    expect(() => runner.assertComplete()).not.toThrow();
  });
});

describe('the fake job log', () => {
  describeJobLog(() => new FakeJobLog());
});
describe('the fake job locks', () => {
  describeJobLocks(() => new FakeJobLocks());
});

const now = new Date('2026-08-23T09:00:00Z');

function createScheduler() {
  const { locks, log, clock, outages, runner } = createRunner({ at: now });
  const registry = new SchedulerRegistry();
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

function createSite(backupFolder: string | null = null) {
  const site = createRunner({ at: now, backupFolder });
  const [securityLog, audit] = [new RecordingSecurityLog(), new FakeAuditLog()];
  return { ...site, securityLog, audit, startJob: new StartJob(site.runner, audit, site.clock, securityLog) };
}

async function endOf(runner: JobRunner, job: string): Promise<void> {
  while (runner.isRunning(job)) await new Promise((resolve) => setImmediate(resolve));
}

describe('a job that an administrator starts', () => {
  it.each(['growth', 'lists'] as const)('runs without being waited for, is audited, and is refused while it runs: %s', async (job) => {
    const { log, runner, securityLog, audit, startJob } = createSite();
    const work = Promise.withResolvers<number>();
    runner.register(job, () => work.promise);
    await startJob.start(userActor('u1'), job);
    expect(runner.isRunning(job)).toBe(true);
    await expect(startJob.start(userActor('u2'), job)).rejects.toThrow(Conflict);
    expect(securityLog.events).toEqual([{ event: 'job-started', user_id: 'u1', detail: job }]);
    expect(audit.entries).toEqual([{ by: userActor('u1'), at: now, act: 'job_started', target: job }]);
    work.resolve(7);
    await endOf(runner, job);
    expect(log.history).toMatchObject([{ job, scheduledFor: now.toISOString(), rows: 7 }]);
  });

  it('does not begin when it cannot be entered in the audit', async () => {
    const { runner, audit, securityLog, startJob } = createSite();
    let hasWorked = false;
    runner.register('growth', async () => Number((hasWorked = true)));
    audit.enter = () => Promise.reject(new Error('no connection'));
    await expect(startJob.start(userActor('u1'), 'growth')).rejects.toThrow(Unavailable);
    expect([hasWorked, securityLog.events]).toEqual([false, []]);
  });

  it('is refused while it is off', async () => {
    const { log, runner, securityLog, startJob } = createSite();
    expect(createSite('/backups').runner.isOff('backup')).toBe(false);
    await expect(startJob.start(userActor('u1'), 'backup')).rejects.toThrow('The job backup is off');
    expect(await runner.run('backup')).toBe('done');
    expect([log.history, securityLog.events]).toEqual([[], []]);
  });

  it('runs although the scheduled run of its day is done', async () => {
    const { log, runner, startJob } = createSite();
    runner.register('growth', async () => 1);
    expect(await runner.run('growth')).toBe('ran');
    await startJob.start(userActor('u1'), 'growth');
    await endOf(runner, 'growth');
    expect(log.history.map(({ scheduledFor }) => scheduledFor)).toEqual(['2026-08-23', now.toISOString()]);
  });

  it('counts as started when its work fails, and not when it could not begin', async () => {
    const { locks, outages, runner, securityLog, startJob } = createSite('/backups');
    outages.isOut = true;
    runner.register('growth', () => Promise.reject(new Error('no disk')));
    await startJob.start(userActor('u1'), 'growth');
    expect(securityLog.events).toHaveLength(1);
    locks.runIfFree = () => Promise.reject(new Error('no connection'));
    runner.register('backup', async () => 1);
    await expect(startJob.start(userActor('u1'), 'backup')).rejects.toThrow(Unavailable);
    expect(securityLog.events).toHaveLength(1);
  });
});
