import { lastDueAt, missedJobs, scheduledRunAt, wasKilled } from '#domain/jobs/schedule';

const timeOfDay = (time: string): Date => new Date(`2026-08-23T${time}Z`);

describe('the last time that a daily job was due', () => {
  it.each([
    ['0 10 3 * * *', timeOfDay('03:10:00'), '2026-08-23T03:10:00.000Z'],
    ['0 10 3 * * *', timeOfDay('03:09:59.999'), '2026-08-22T03:10:00.000Z'],
    ['0 10 3 * * *', timeOfDay('23:59:00'), '2026-08-23T03:10:00.000Z'],
    ['0 0 0 * * *', timeOfDay('00:00:00'), '2026-08-23T00:00:00.000Z'],
    ['0 59 23 * * *', new Date('2026-01-01T00:00:00Z'), '2025-12-31T23:59:00.000Z'],
  ])('of %s at %s', (cron, now, due) => {
    expect(lastDueAt(cron, now)?.toISOString()).toBe(due);
  });

  it.each(['0 12 * * * *', '30 * * * * *', '0 10 3 * * 1', '*/5 * * * * *'])('%s is not a daily time', (cron) => {
    expect(lastDueAt(cron, timeOfDay('12:00:00'))).toBeNull();
  });
});

describe('a missed daily job', () => {
  const jobs = [
    { job: 'nightly', purpose: '', cron: '0 10 3 * * *', oncePer: 'day' },
    { job: 'hourly', purpose: '', cron: '0 12 * * * *', oncePer: 'hour' },
  ] as const;
  const missedNames = (successes: readonly (Date | null)[], now: Date, job = 'nightly') =>
    missedJobs(
      jobs,
      successes.map((succeededAt) => ({ job, succeeded_at: succeededAt })),
      now,
    ).map((missed) => missed.job);

  it.each<[string, (Date | null)[], Date, string[]]>([
    ['the last run was the night before', [new Date('2026-08-22T03:12:00Z')], timeOfDay('09:00:00'), ['nightly']],
    ['it ran at the very time it was due', [timeOfDay('03:10:00')], timeOfDay('09:00:00'), []],
    ['it ran this night', [timeOfDay('03:10:01')], timeOfDay('09:00:00'), []],
    ['it is not due yet today', [new Date('2026-08-22T03:12:00Z')], timeOfDay('02:00:00'), []],
    ['it never succeeded', [null], timeOfDay('09:00:00'), ['nightly']],
    ['it succeeded after a failure', [timeOfDay('04:00:00')], timeOfDay('09:00:00'), []],
    ['it never ran', [], timeOfDay('09:00:00'), []],
  ])('%s', (_, finished, now, expected) => {
    expect(missedNames(finished, now)).toEqual(expected);
  });

  it('is never an hourly one', () => {
    expect(missedNames([new Date('2026-08-01T00:00:00Z')], timeOfDay('09:00:00'), 'hourly')).toEqual([]);
    expect(missedNames([null], timeOfDay('09:00:00'), 'hourly')).toEqual([]);
  });
});

describe('the scheduled run of a time', () => {
  it.each([
    ['day', '2026-08-23'],
    ['hour', '2026-08-23T03'],
    [null, '2026-08-23T03:10:00.500Z'],
  ] as const)('once per %s is %s', (oncePer, scheduledRun) => {
    expect(scheduledRunAt(timeOfDay('03:10:00.500'), oncePer)).toBe(scheduledRun);
  });
});

describe('a run whose process was killed', () => {
  const [earlier, started_at, later] = [timeOfDay('03:00:00'), timeOfDay('03:10:00'), timeOfDay('03:12:00')];
  const begun = { started_at, succeeded_at: null, failed_at: null, error: null };

  it.each([
    ['was begun and never ended', begun, false, true],
    ['succeeded and failed only before', { ...begun, succeeded_at: earlier, failed_at: earlier }, false, true],
    ['is no run whose lock is held', begun, true, false],
    ['is no run that succeeded', { ...begun, succeeded_at: later }, false, false],
    ['is no run that ended in the instant it began', { ...begun, succeeded_at: started_at }, false, false],
    ['is no run that failed', { ...begun, failed_at: later }, false, false],
    ['is no run that failed in the instant it began', { ...begun, failed_at: started_at }, false, false],
    ['is no run with an error', { ...begun, error: 'no disk' }, false, false],
  ])('%s', (_, run, isHeld, expected) => {
    expect(wasKilled(run, isHeld)).toBe(expected);
  });
});
