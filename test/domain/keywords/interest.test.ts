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
import { parseInterest } from '#domain/keywords/interest/parse-interest';

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

const options = { now: new Date('2026-11-22T12:00:00Z') };

/** The accepted row with its days as labels, or the first reject. */
function parsed(record: Readonly<Record<string, unknown>>, round = false) {
  const line = parseInterest(record, 'trends.csv', { ...options, round });
  if ('rejects' in line) return line.rejects[0];
  if ('isSkipped' in line) return 'skipped';
  const { points, ...row } = line.row;
  return { ...row, points: points.map(({ day, value }) => [dayLabel(day), value]) };
}

describe('search interest', () => {
  const twoWeeks = {
    key: 'pumpkin bread',
    keyword: 'pumpkin breads',
    source: 'trends.csv',
    region: null,
    points: [
      ['2026-11-09', 71],
      ['2026-11-16', 100],
    ],
  };

  it.each([
    ['a list of points', { keyword: 'Pumpkin breads', points: [['2026-11-09', 71], ['2026-11-16', 100]] }],
    ['points as objects, newest first', { term: 'Pumpkin breads', points: [{ date: '2026-11-16', value: 100 }, { date: '2026-11-09', value: '71' }] }],
    ['an object by day', { keyword: 'Pumpkin breads', pct_growth_yoy: 4, time_series: { '2026-11-09': 71, '2026-11-16': 100 } }],
    ['one column per week', { Rank: '1', Trend: 'Pumpkin breads', 'Yearly change': '20%', '2026-11-09': '71', '2026-11-16': '100', '2026-11-23': '' }],
    ['columns with spaces around their days', { keyword: 'Pumpkin breads', ' 2026-11-09': 71, '2026-11-16 ': 100 }],
    ['columns beside an empty list', { keyword: 'Pumpkin breads', points: null, '2026-11-09': 71, '2026-11-16': 100 }],
  ])('is read from %s', (_, record) => expect(parsed(record)).toEqual(twoWeeks)); // prettier-ignore

  it('is of the last part of an id that names source, region, and keyword, with its region', () => {
    const record = { id: 'pinterest-trends:Hispanoamérica mujeres:Pumpkin breads', points: [['2026-11-09', 71]] };
    expect(parsed({ ...record, metric: 'search_volume_index', source: 'Trends' })).toMatchObject({
      key: 'pumpkin bread',
      keyword: 'pumpkin breads',
      source: 'Trends',
      region: 'Hispanoamérica mujeres',
    });
    expect(parsed(record)).toMatchObject({ keyword: 'pinterest-trends:hispanoamérica mujeres:pumpkin breads', source: 'trends.csv' });
  });

  it('is read from a line per day, with the source that it names', () => {
    expect(parsed({ query: 'Soup', Week: '2026-11-16', Interest: '55', source: 'Pinterest Trends, US' })).toEqual({
      key: 'soup',
      keyword: 'soup',
      source: 'Pinterest Trends, US',
      region: null,
      points: [['2026-11-16', 55]],
    });
  });

  it.each([
    ['stars', 'skipped'],
    ['search_volume_index', expect.objectContaining({ keyword: 'soup', region: 'Norden' })],
  ])('of a line whose metric is %s is %j', (metric, expected) => {
    expect(parsed({ keyword: 'Soup', metric, region: 'Norden', points: [['2026-11-09', 71]] })).toEqual(expected);
  });

  it('has the last of several values of a day, and rounds fractions on request', () => {
    const points = [['2026-11-16T09:00:00Z', 1], ['2026-11-16', 2.5]]; // prettier-ignore
    expect(parsed({ keyword: 'soup', points }, true)).toMatchObject({ points: [['2026-11-16', 3]] });
    expect(parsed({ keyword: 'soup', points })).toEqual({ field: 'points[1]', reason: '2.5 is not a whole number (--round rounds it)' });
  });

  it.each([
    [{ points: [['2026-11-16', 1]] }, 'keyword', 'no keyword'],
    [{ keyword: '!!!', points: [['2026-11-16', 1]] }, 'keyword', 'has no words, more than ten, or more than 80 characters'],
    [{ keyword: 'x'.repeat(81), points: [['2026-11-16', 1]] }, 'keyword', 'has no words, more than ten, or more than 80 characters'],
    [{ keyword: 'soup' }, 'points', 'no value'],
    [{ keyword: 'soup', points: [['2026-11-16', null]] }, 'points', 'no value'],
    [{ keyword: 'soup', points: [['2026-11-16', -1]] }, 'points[0]', '-1 is negative'],
    [{ keyword: 'soup', points: [5] }, 'points[0]', 'is not a pair of a time and a value'],
    [{ keyword: 'soup', points: { never: 5 } }, 'points.never', expect.stringContaining('never')],
    [{ keyword: 'soup', '2026-11-16': 'high' }, '2026-11-16', '"high" is not a number'],
    [{ keyword: 'soup', date: '2026-13-16', value: 1 }, 'date', expect.stringContaining('2026-13-16')],
  ])('of %j is rejected by name of the field', (record, field, reason) => expect(parsed(record)).toEqual({ field, reason }));
});
