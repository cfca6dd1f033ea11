import fc from 'fast-check';
import {
  isOldCurve,
  MAX_CURVE_AGE_DAYS,
  MIN_WEEKLY_VALUES,
  moveForward,
  publishByOf,
  SEASON_WEEKS,
  seasonOfCurve,
  weeklyText,
  weeklyValues,
} from '#domain/keywords/interest/publish-by';
import { dayLabel, parseDay } from '#domain/days';

const day = (label: string) => parseDay(label)!;
const LAST = day('2026-06-28');

/** Weekly points, the last one on a day. */
const weekly = (values: readonly number[], last = LAST) =>
  values.map((value, index) => ({ day: last - 7 * (values.length - 1 - index), value }));

/** A year that is low but for a rise of some weeks that ends with its peak. */
const yearWithPeak = (peakWeek: number, riseWeeks: number) =>
  Array.from({ length: SEASON_WEEKS }, (_, week) => {
    const back = (peakWeek - week + SEASON_WEEKS) % SEASON_WEEKS;
    return back < riseWeeks ? 100 - 10 * back : 5;
  });

const rotated = (values: readonly number[], by: number) => values.map((_, index) => values[(index + by) % values.length]!);

it('the newest 52 weeks of a curve are written with their gaps, and read again', () => {
  expect(weeklyText([])).toBeNull();
  const points = [...weekly([7, 1, 2, 3], LAST - 7), { day: LAST - 1, value: 4 }, { day: LAST, value: 5 }];
  const text = weeklyText(points)!;
  expect(text).toBe(`${'- '.repeat(47)}7 1 2 3 5`);
  expect(weeklyValues(text).slice(46)).toEqual([null, 7, 1, 2, 3, 5]);
  expect(weeklyText(weekly(Array.from({ length: 60 }, (_, week) => week)))?.split(' ')).toHaveLength(SEASON_WEEKS);
});

describe('the season of a curve', () => {
  it.each([
    ['a rise of five weeks to a peak in week 20', yearWithPeak(20, 5), 16],
    ['a peak in the first weeks, whose rise is at the end of the year before', yearWithPeak(2, 5), 50],
    ['one high week', yearWithPeak(30, 1), 30],
  ])('%s', (_, values, week) => {
    expect(seasonOfCurve(weekly(values))).toEqual({ state: 'known', rise: weekly(values)[week]!.day });
  });

  it.each([
    ['even', Array.from({ length: 60 }, (_, week) => 40 + (week % 2))],
    ['never searched for', Array.from({ length: 60 }, () => 0)],
  ])('%s has none', (_, values) => expect(seasonOfCurve(weekly(values))).toEqual({ state: 'even' }));

  it('needs 50 weekly values in the newest 52 weeks, daily ones counting once a week', () => {
    expect(seasonOfCurve([])).toEqual({ state: 'short', weeks: 0 });
    expect(seasonOfCurve(weekly(yearWithPeak(20, 5).slice(3)))).toEqual({ state: 'short', weeks: 49 });
    expect(seasonOfCurve(weekly(yearWithPeak(20, 5).slice(2)))).toMatchObject({ state: 'known' });
    expect(seasonOfCurve(Array.from({ length: 200 }, (_, index) => ({ day: LAST - 199 + index, value: 1 })))).toEqual({ state: 'short', weeks: 29 }); // prettier-ignore
  });

  const values = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: MIN_WEEKLY_VALUES, maxLength: 120 });

  it('starts in the newest 52 weeks, after a low week, and never after the peak without a low one between', () => {
    fc.assert(
      fc.property(values, (curve) => {
        const season = seasonOfCurve(weekly(curve));
        if (season.state !== 'known') return;
        const year = curve.slice(-SEASON_WEEKS);
        const start = year.length - 1 - (LAST - season.rise) / 7;
        const low = Math.min(...year) + 0.25 * (Math.max(...year) - Math.min(...year));
        expect(Number.isInteger(start) && start >= 0).toBe(true);
        expect(year[start]).toBeGreaterThan(low);
        expect(year.at((start + year.length - 1) % year.length)).toBeLessThanOrEqual(low);
        const peak = year.indexOf(Math.max(...year));
        for (let week = start; week !== peak; week = (week + 1) % year.length) expect(year[week]).toBeGreaterThan(low);
      }),
    );
  });

  it('is that of the newest 52 weeks, whatever was before, and on whatever scale', () => {
    fc.assert(
      fc.property(
        values,
        fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 50 }),
        (curve, before, scale) => {
          const year = curve.slice(-SEASON_WEEKS);
          if (year.length < SEASON_WEEKS) return;
          expect(seasonOfCurve(weekly([...before, ...year].map((value) => value * scale)))).toEqual(seasonOfCurve(weekly(year)));
        },
      ),
    );
  });

  it('moves with the year: a curve that is turned by weeks rises that many weeks earlier', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 51 }), fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 51 }), (peak, weeks, by) => {
        const start = (curve: readonly number[]) => {
          const season = seasonOfCurve(weekly(curve));
          return season.state === 'known' ? SEASON_WEEKS - 1 - (LAST - season.rise) / 7 : null;
        };
        const curve = yearWithPeak(peak, weeks);
        expect(start(rotated(curve, by))).toBe((start(curve)! - by + SEASON_WEEKS) % SEASON_WEEKS);
      }),
    );
  });
});

describe('the day to publish by', () => {
  it.each([
    ['2025-12-01', '2026-11-26', '2026-12-01', '2026-10-17'],
    ['2025-09-07', '2026-11-26', '2027-09-07', '2027-07-24'],
    ['2026-11-26', '2026-11-26', '2026-11-26', '2026-10-12'],
    ['2024-02-29', '2026-11-26', '2027-02-28', '2027-01-14'],
    ['2024-02-29', '2027-11-26', '2028-02-29', '2028-01-15'],
  ])('a rise on %s is, seen on %s, on %s, with pins by %s', (rise, today, next, publishBy) => {
    const found = publishByOf(day(rise), day(today), 45);
    expect([dayLabel(found.rise), dayLabel(found.publishBy)]).toEqual([next, publishBy]);
  });

  it('is of the next rise, less than a year and a day ahead, on the same date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 18_000, max: 22_000 }), fc.integer({ min: 0, max: 4_000 }), (rise, age) => {
        const today = rise + age;
        const next = moveForward(rise, today);
        expect(next).toBeGreaterThanOrEqual(today);
        expect(next - today).toBeLessThanOrEqual(366);
        const [from, to] = [dayLabel(rise).slice(5), dayLabel(next).slice(5)];
        expect(from === to || (from === '02-29' && to === '02-28')).toBe(true);
      }),
    );
  });

  it('of a curve that ended two years ago says so', () => {
    expect(isOldCurve(LAST, LAST + MAX_CURVE_AGE_DAYS)).toBe(false);
    expect(isOldCurve(LAST, LAST + MAX_CURVE_AGE_DAYS + 1)).toBe(true);
  });
});
