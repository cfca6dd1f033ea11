import { Conflict, Unavailable } from '#domain/errors';
import { JobRunner } from '#server/jobs/job-runner';
import { StartJob } from '#server/jobs/start-job';
import { FakeAuditLog, userActor } from '../../support/fakes/audit';
import { RecordingSecurityLog } from '../../support/fakes/auth';
import { FakeDatabaseOutages } from '../../support/fakes/database-outages';
import { FakeJobLocks, FakeJobLog } from '../../support/fakes/jobs';
import { FixedClock } from '../../support/fixed-clock';

const now = new Date('2026-08-23T09:00:00Z');

function createSite(BACKUP_DIR?: string) {
  const [locks, log, outages, securityLog] = [new FakeJobLocks(), new FakeJobLog(), new FakeDatabaseOutages(), new RecordingSecurityLog()];
  const [clock, audit] = [new FixedClock(now), new FakeAuditLog()];
  const runner = new JobRunner(locks, log, clock, outages, { BACKUP_DIR, RELEASE_FEED_URL: undefined });
  return { locks, log, outages, runner, securityLog, audit, startJob: new StartJob(runner, audit, clock, securityLog) };
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
