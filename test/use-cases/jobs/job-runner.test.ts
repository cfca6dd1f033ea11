import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { JobRunner } from '#server/jobs/job-runner';
import { schedule } from '#server/jobs/schedule';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { FixedClock } from '../../support/fixed-clock';
import { describeJobLocks } from '../../support/suites/job-locks';
import { describeJobLog } from '../../support/suites/job-log';

const start = new Date('2026-08-23T03:10:00Z');

function createRunner() {
  const [locks, log, clock] = [new FakeJobLocks(), new FakeJobLog(), new FixedClock(start)];
  const outages = new FakeDatabaseOutages();
  const runner = new JobRunner(locks, log, clock, outages, { BACKUP_DIR: '/backups', RELEASE_FEED_URL: 'https://releases.example' });
  const advance = (milliseconds: number) => (clock.time = new Date(clock.time.getTime() + milliseconds));
  return { locks, log, outages, runner, advance };
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
