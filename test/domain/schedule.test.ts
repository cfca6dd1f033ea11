import { lastDueAt, missedJobs } from '#domain/schedule';

const timeOfDay = (time: string): Date => new Date(`2026-08-23T${time}Z`);

describe('when a daily job was due last', () => {
  it.each([
    ['0 10 3 * * *', timeOfDay('03:10:00'), '2026-08-23T03:10:00.000Z'],
    ['0 10 3 * * *', timeOfDay('03:09:59.999'), '2026-08-22T03:10:00.000Z'],
    ['0 10 3 * * *', timeOfDay('23:59:00'), '2026-08-23T03:10:00.000Z'],
    ['0 0 0 * * *', timeOfDay('00:00:00'), '2026-08-23T00:00:00.000Z'],
    ['0 59 23 * * *', new Date('2026-01-01T00:00:00Z'), '2025-12-31T23:59:00.000Z'],
  ])('%s, asked at %s', (cron, now, due) => {
    expect(lastDueAt(cron, now)?.toISOString()).toBe(due);
  });

  it.each(['0 12 * * * *', '30 * * * * *', '0 10 3 * * 1', '*/5 * * * * *'])('%s is no daily time', (cron) => {
    expect(lastDueAt(cron, timeOfDay('12:00:00'))).toBeNull();
  });
});

describe('a missed turn', () => {
  const jobs = [
    { job: 'nightly', purpose: '', cron: '0 10 3 * * *' },
    { job: 'hourly', purpose: '', cron: '0 12 * * * *' },
  ];
  const missedNames = (finished: readonly (Date | null)[], now: Date, job = 'nightly') =>
    missedJobs(
      jobs,
      finished.map((finishedAt) => ({ job, finished_at: finishedAt })),
      now,
    ).map(({ job }) => job);

  it.each<[string, (Date | null)[], Date, string[]]>([
    ['the last run was the night before', [new Date('2026-08-22T03:12:00Z')], timeOfDay('09:00:00'), ['nightly']],
    ['it ran this night', [timeOfDay('03:10:01')], timeOfDay('09:00:00'), []],
    ['it is not due yet today', [new Date('2026-08-22T03:12:00Z')], timeOfDay('02:00:00'), []],
    ['its only run was cut off', [null], timeOfDay('09:00:00'), ['nightly']],
    ['it was cut off and done again', [null, timeOfDay('04:00:00')], timeOfDay('09:00:00'), []],
    ['it never ran', [], timeOfDay('09:00:00'), []],
  ])('%s', (_, finished, now, expected) => {
    expect(missedNames(finished, now)).toEqual(expected);
  });

  it('is no matter for what runs every hour', () => {
    expect(missedNames([new Date('2026-08-01T00:00:00Z')], timeOfDay('09:00:00'), 'hourly')).toEqual([]);
  });
});
