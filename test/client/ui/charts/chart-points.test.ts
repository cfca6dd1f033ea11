import { dayLabel } from '#domain/days';
import { toLinePoints, withOpenEnd, withoutFailedCrawls } from '../../../../client/src/ui/charts/chart-points';

/** The line over readings on these days, with `|` for a gap. */
const drawnDays = (days: readonly number[]): string =>
  toLinePoints(days.map((day) => ({ day: dayLabel(day), value: day })))
    .map(({ day, value }) => (value === null ? '|' : String(day)))
    .join(' ');

describe('the gaps of a line', () => {
  it.each([
    ['counted every day', [1, 2, 3, 4], '1 2 3 4'],
    ['counted every day but one', [1, 2, 4, 5, 6], '1 2 | 4 5 6'],
    ['counted every week', [0, 7, 14, 21], '0 7 14 21'],
    ['counted every week, one crawl missing', [0, 7, 14, 28, 35], '0 7 14 28 35'],
    ['counted every week, more than one missing', [0, 7, 14, 29, 36], '0 7 14 | 29 36'],
    ['of one count', [5], '5'],
    ['without any count', [], ''],
  ])('%s', (_, days, line) => {
    expect(drawnDays(days)).toBe(line);
  });
});

describe('the points of a line', () => {
  it.each([
    ['leave out zeros between counts', [5_000, 0, 0, 5_001, 5_002], [5_000, 5_001, 5_002]],
    ['have a last zero, the count of today', [5_000, 5_001, 0], [5_000, 5_001, 0]],
    ['have a last zero that a second day confirms', [5_000, 5_001, 0, 0], [5_000, 5_001, 0, 0]],
    ['begin with zeros where the count did', [0, 0, 5], [0, 0, 5]],
    ['leave out a count that fits neither of its neighbours', [5_000, 40_000, 5_010], [5_000, 5_010]],
    ['have a jump that a second day confirms', [5_000, 40_000, 40_100], [5_000, 40_000, 40_100]],
    ['have a last jump, the count of today', [5_000, 5_010, 40_000], [5_000, 5_010, 40_000]],
    ['are all zero where every count is', [0, 0], [0, 0]],
    ['are none where there is none', [], []],
  ])('%s', (_, values, shown) => {
    const points = values.map((value, day) => ({ day: dayLabel(day), value }));
    expect(withoutFailedCrawls(points, 'follower_count').map(({ value }) => value)).toEqual(shown);
  });
});

describe('a line whose last day is not over', () => {
  it('ends the day before, and leads on dashed', () => {
    const points = [1, 2, 3].map((day) => ({ day, value: 10 * day }));
    expect(withOpenEnd(points)).toEqual({ points: points.slice(0, 2), dashedPoints: points.slice(1), endDay: 3 });
  });
  it('may be empty', () => expect(withOpenEnd([])).toEqual({ points: [], dashedPoints: [] }));
});
