import { dailySeries, daysOf } from '#domain/analytics/growth/daily-series';
import { dayLabel, dayLabels, MINUTES_PER_DAY, parseDay } from '#domain/days';

const dayNumber = (label: string): number => parseDay(label) ?? NaN;
const minuteNumber = (label: string, ofDay = 0): number => dayNumber(label) * MINUTES_PER_DAY + ofDay;

describe('a stored series', () => {
  it('has the UTC day of each crawl', () => {
    expect([...daysOf([minuteNumber('2026-08-22', 1439), minuteNumber('2026-08-23'), -1])]).toEqual([
      dayNumber('2026-08-22'),
      dayNumber('2026-08-23'),
      -1,
    ]);
  });

  const at = [minuteNumber('2026-02-26', 5), minuteNumber('2026-02-27', 700), minuteNumber('2026-03-02'), minuteNumber('2026-03-03', 9)];

  it.each([
    ['a leap year', '2023-12-30', 800],
    ['the end of a month', '2026-01-31', 1],
    ['one day of a long month', '2026-03-30', 1],
    ['no day', '2026-03-30', 0],
    ['a century without a leap day', '2099-12-31', 500],
  ])('labels all days of %s', (_, first, count) => {
    const days = Array.from({ length: count }, (_day, index) => dayNumber(first) + index);
    expect(dayLabels(dayNumber(first), dayNumber(first) + count - 1)).toEqual(days.map(dayLabel));
  });

  it('has a value per day, and gaps where counts are unknown', () => {
    expect(dailySeries(at, [10, 11, 12, 13])).toEqual({
      x: ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'],
      y: [10, 11, null, null, 12, 13],
    });
  });

  it('is empty when its only count is from before the first day', () => {
    expect(dailySeries([minuteNumber('2026-02-26')], [10], dayNumber('2026-02-26'))).toEqual({ x: ['2026-02-26'], y: [10] });
    expect(dailySeries([minuteNumber('2026-02-26')], [10], dayNumber('2026-02-27'))).toEqual({ x: [], y: [] });
  });

  it('runs from the first known count to the last', () => {
    expect(dailySeries(at, [null, 11, null, null])).toEqual({ x: ['2026-02-27'], y: [11] });
    expect(dailySeries(at, [null, 11, null, 13])).toEqual({
      x: ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'],
      y: [11, null, null, null, 13],
    });
  });

  it('can begin on a later day', () => {
    expect(dailySeries(at, [10, 11, 12, 13], dayNumber('2026-03-01'))).toEqual({ x: ['2026-03-02', '2026-03-03'], y: [12, 13] });
  });

  it.each([
    ['there are no crawls', [], []],
    ['no count is known', at, [null, null, null, null]],
  ])('is empty when %s', (_, crawls, counts) => expect(dailySeries(crawls, counts)).toEqual({ x: [], y: [] }));
});
