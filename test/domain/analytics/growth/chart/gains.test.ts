import { describedSparkline } from '#domain/analytics/growth/chart/described-sparkline';
import { bestGain, chartedGains, gainsPerDay, gainText, lineText, weeklyGains } from '#domain/analytics/growth/chart/gains';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';
import { MINUTES_PER_DAY, parseDay } from '#domain/days';

const points = (...readings: readonly (readonly [day: number, value: number])[]): DayPoint[] =>
  readings.map(([day, value]) => ({ day, value }));
/** Readings of every day, each larger by `gain` than the one before. */
const daily = (days: number, gain: number) => Array.from({ length: days + 1 }, (_, day) => ({ day, value: 100 + gain * day }));

describe('gains per day', () => {
  /** Gains, each as its last day, its size per day, and its days. */
  const gains = (...all: readonly (readonly [day: number, value: number, days: number])[]) =>
    all.map(([day, value, days]) => ({ day, value, days }));

  it.each([
    ['are the changes of adjacent days', points([1, 100], [2, 110], [3, 105]), gains([2, 10, 1], [3, -5, 1])],
    ['divide a change by its days', points([1, 100], [5, 110], [6, 110]), gains([5, 2.5, 4], [6, 0, 1])],
    ['need two readings', points([1, 100]), []],
    ['are none without readings', [], []],
  ])('%s', (_, readings, expected) => {
    expect(gainsPerDay(readings)).toEqual(expected);
  });

  it.each([
    ['end with the last gain', daily(14, 3), gains([7, 3, 7], [14, 3, 7])],
    ['begin with a shorter one', daily(9, 3), gains([2, 3, 2], [9, 3, 7])],
    ['share a change over several days between its weeks', points([0, 0], [4, 0], [10, 60], [11, 67]), gains([4, 0, 4], [11, 67 / 7, 7])],
  ])('of weeks %s', (_, readings, weeks) => {
    expect(weeklyGains(gainsPerDay(readings))).toEqual(weeks);
  });

  it.each([
    [179, 179, 1],
    [180, 26, 7],
  ])('over %i days are charted as %i bars, the last of %i days', (days, bars, lastDays) => {
    const gains = chartedGains(daily(days, 2));
    expect([gains.length, gains.at(-1)]).toEqual([bars, { day: days, value: 2, days: lastDays }]);
  });

  it('have one decimal on a chart', () => {
    expect(chartedGains(points([0, 0], [3, 10]))).toEqual([{ day: 3, value: 3.3, days: 3 }]);
  });

  it.each([
    ['the largest', points([0, 0], [1, 5], [2, 20], [3, 21]), 2],
    ['the first of equal ones', points([0, 0], [1, 5], [2, 10]), 1],
    ['none where nothing rose', points([0, 9], [1, 5], [2, 5]), undefined],
  ] as const)('have a best one: %s', (_, readings, day) => {
    expect(bestGain(gainsPerDay(readings))?.day).toBe(day);
  });

  it.each([
    [1204, '+1,204'],
    [3.27, '+3.3'],
    [0.04, '0'],
    [-12, '-12'],
  ])('of %d read %s', (value, text) => {
    expect(gainText(value)).toBe(text);
  });
});

describe('the words of a line', () => {
  const day = (text: string) => parseDay(text) ?? 0;
  const today = day('2026-11-24');

  it.each([
    [
      'with its best day',
      points([day('2026-08-27'), 1204], [day('2026-11-02'), 1300], [day('2026-11-03'), 1357], [day('2026-11-24'), 1530]),
      'Aug 27: 1,204; Nov 24: 1,530; best day Nov 3: +57',
    ],
    [
      'with its best days, where it has no reading of each',
      points([day('2026-08-27'), 1200], [day('2026-09-06'), 1300], [day('2026-11-24'), 1301]),
      'Aug 27: 1,200; Nov 24: 1,301; best +10 a day, Aug 27 to Sep 6',
    ],
    ['without one where nothing rose', points([day('2025-12-31'), 9], [today, 8]), 'Dec 31, 2025: 9; Nov 24: 8'],
  ])('are its first and its last reading %s', (_, readings, text) => {
    expect(lineText(readings, today)).toBe(text);
  });
});

describe('the words of a sparkline', () => {
  const today = 20_000;
  const described = (...readings: readonly (readonly [daysAgo: number, count: number])[]) =>
    describedSparkline(
      readings.map(([daysAgo]) => (today - daysAgo + 0.5) * MINUTES_PER_DAY),
      readings.map(([, count]) => count),
      today,
      'follower_count',
    ).sparkline_text;

  it('leave out readings before its days and failed crawls', () => {
    const text = described([120, 10], [9, 1000], [8, 1010], [7, 0], [6, 1030], [5, 1035], [0, 1060]);
    expect(text).toBe('Sep 25: 1,000; Oct 4: 1,060; best day Sep 26: +10');
  });

  it('are unknown where nothing is drawn', () => {
    expect([described(), described([120, 10], [100, 20])]).toEqual([null, null]);
  });
});
