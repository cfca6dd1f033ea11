import type { JobLog, JobRun } from '#domain/jobs/jobs';

const startedAt = new Date('2026-08-23T03:10:00Z');
const finishedAt = new Date('2026-08-23T03:10:02.250Z');
const growthRun: JobRun = { job: 'growth', scheduledFor: '2026-08-23', startedAt };

/** What every job log does. */
export function describeJobLog(createLog: () => JobLog): void {
  let log: JobLog;
  beforeEach(() => (log = createLog()));

  it('shows an open run without an end', async () => {
    expect(await log.open(growthRun)).toBe(true);
    expect(await log.listLast()).toEqual([
      {
        job: 'growth',
        scheduled_for: '2026-08-23',
        started_at: startedAt,
        succeeded_at: null,
        failed_at: null,
        took: null,
        rows: null,
        error: null,
      },
    ]);
  });

  it('does not open a run that was finished', async () => {
    await log.open(growthRun);
    await log.recordSuccess(growthRun, finishedAt, 7, false);
    expect(await log.open({ ...growthRun, startedAt: finishedAt })).toBe(false);
    expect(await log.open({ ...growthRun, scheduledFor: '2026-08-24' })).toBe(true);
  });

  it('opens a failed run again', async () => {
    await log.open(growthRun);
    await log.recordFailure(growthRun, finishedAt, 'no disk');
    expect(await log.open({ ...growthRun, startedAt: finishedAt })).toBe(true);
  });

  it('updates the record of a job in place: its last run, success and failure', async () => {
    const failedRun = { ...growthRun, scheduledFor: '2026-08-24', startedAt: new Date('2026-08-24T03:10:00Z') };
    const failedAt = new Date('2026-08-24T03:10:01Z');
    await log.open(growthRun);
    await log.recordSuccess(growthRun, finishedAt, 7, false);
    await log.open(failedRun);
    await log.recordFailure(failedRun, failedAt, 'no disk');
    const last = { job: 'growth', scheduled_for: '2026-08-24', started_at: failedRun.startedAt, succeeded_at: finishedAt, took: 2_250 };
    expect(await log.listLast()).toEqual([{ ...last, failed_at: failedAt, rows: null, error: 'no disk' }]);
    const retry = { ...failedRun, startedAt: new Date('2026-08-24T04:00:00Z') };
    await log.open(retry);
    expect(await log.listLast()).toEqual([{ ...last, started_at: retry.startedAt, failed_at: failedAt, rows: null, error: null }]);
  });

  it('keeps the success of an instance that took over the run of a failing one', async () => {
    const takeover = { ...growthRun, startedAt: new Date('2026-08-23T03:20:00Z') };
    await log.open(growthRun);
    await log.open(takeover);
    await log.recordFailure(growthRun, finishedAt, 'lock lost');
    expect(await log.listLast()).toMatchObject([{ started_at: takeover.startedAt, failed_at: null, error: null }]);
    await log.recordSuccess(takeover, new Date('2026-08-23T03:21:00Z'), 5, false);
    await log.recordFailure(growthRun, finishedAt, 'lock lost');
    expect(await log.listLast()).toMatchObject([{ rows: 5, took: 60_000, failed_at: null, error: null }]);
  });

  it('stores no history of an idle run', async () => {
    const idleRun = { job: 'emails', scheduledFor: startedAt.toISOString(), startedAt };
    await log.recordSuccess(idleRun, finishedAt, 0, true);
    expect(await log.listLast()).toMatchObject([{ job: 'emails', succeeded_at: finishedAt, rows: 0 }]);
    expect(await log.open(idleRun)).toBe(true);
  });

  it('deletes the history of one job before a time', async () => {
    const emailRun = { job: 'emails', scheduledFor: '2026-08-23', startedAt };
    const nextRun = { ...growthRun, scheduledFor: '2026-08-24', startedAt: new Date('2026-08-24T03:10:00Z') };
    for (const run of [growthRun, nextRun, emailRun]) await log.recordSuccess(run, run.startedAt, 1, false);
    await log.deleteBefore('growth', nextRun.startedAt);
    expect(await log.open(growthRun)).toBe(true);
    expect([await log.open(nextRun), await log.open(emailRun)]).toEqual([false, false]);
  });
}
