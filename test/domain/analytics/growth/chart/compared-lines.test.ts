import { firstCommonDay, indexedLines, suitableScale } from '#domain/analytics/growth/chart/compared-lines';
import type { DayPoint } from '#domain/analytics/growth/chart/period-points';

const line = (firstDay: number, ...values: readonly number[]): readonly DayPoint[] =>
  values.map((value, index) => ({ day: firstDay + index, value }));

describe('the scale of a comparison', () => {
  it.each<[string, readonly (readonly DayPoint[])[], 'count' | 'index']>([
    ['one line', [line(1, 5, 9)], 'count'],
    ['no readings', [[], []], 'count'],
    ['exactly 20 times the smallest', [line(1, 90, 100), line(1, 5, 5)], 'count'],
    ['more than 20 times the smallest', [line(1, 90, 101), line(1, 5, 5)], 'index'],
    ['the latest counts, not earlier ones', [line(1, 5000, 10), line(1, 9, 9)], 'count'],
    ['a count of 0 beside another', [line(1, 0, 0), line(1, 90, 90)], 'count'],
    ['one reading beside a line', [line(1, 5, 6), line(90, 900)], 'count'],
    ['lines that have no two readings in common', [line(1, 5, 6), line(90, 900, 910)], 'count'],
    ['a line that starts at 0', [line(1, 0, 6), line(1, 900, 910)], 'count'],
  ])('of %s', (_, lines, scale) => {
    expect(suitableScale(lines)).toBe(scale);
  });
});

describe('an index', () => {
  it('starts at 100 on the first day that all lines have', () => {
    const lines = [line(1, 50, 80, 100, 110), line(3, 2000, 1900)];
    expect(firstCommonDay(lines)).toBe(3);
    expect(indexedLines(lines)).toEqual([line(3, 100, 110), line(3, 100, 95)]);
  });

  it('starts with the reading before that day where a line has none on it', () => {
    const sparse = [
      { day: 1, value: 10 },
      { day: 5, value: 15 },
    ];
    const [indexed] = indexedLines([sparse, line(3, 7, 7)]);
    expect(indexed).toEqual([
      { day: 1, value: 100 },
      { day: 5, value: 150 },
    ]);
  });

  it('is rounded to one decimal, and absent for a line that starts at 0 or has no readings', () => {
    expect(indexedLines([line(1, 3, 4), line(1, 0, 4), []])).toEqual([line(1, 100, 133.3), [], []]);
    expect(firstCommonDay([[]])).toBeNull();
  });
});
