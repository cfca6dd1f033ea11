import { annotationText, jumpAnnotations } from '#domain/analytics/growth/chart/annotations';
import { parseDay } from '#domain/days';

/** Daily readings from 1000 that change by these steps. */
function lineOf(...steps: readonly number[]) {
  let value = 1000;
  return [{ day: 0, value }, ...steps.map((step, index) => ({ day: index + 1, value: (value += step) }))];
}

describe('the annotated jumps of a line', () => {
  it.each([
    ['a day with a fifth of the gain', lineOf(10, 10, 10, 20, 10, 10, 10, 20), [4, 8]],
    ['no day with less', lineOf(11, 11, 11, 19, 11, 11, 11, 15), []],
    ['the three largest, oldest first', lineOf(100, 0, 120, 0, 110, 0, 130, 0), [3, 5, 7]],
    ['nothing on a line that falls', lineOf(-10, 5, -10, 5, -10, 5, -10, 5), []],
    ['nothing in a gain under 5%', lineOf(0, 0, 49, 0, 0, 0, 0, 0), []],
    ['a gain of 5%', lineOf(0, 0, 50, 0, 0, 0, 0, 0), [3]],
    ['nothing in steps under 5', [8, 8, 8, 9, 9, 10, 11, 12].map((value, day) => ({ day, value })), []],
    ['nothing with fewer than 8 readings', lineOf(0, 0, 500, 0, 0, 0), []],
    ['a jump among 8 readings', lineOf(0, 0, 500, 0, 0, 0, 0), [3]],
    ['nothing on a line that stays at zero', Array.from({ length: 9 }, (_, day) => ({ day, value: 0 })), []],
    ['nothing without readings', [], []],
  ])('are %s', (_, points, days) => {
    expect(jumpAnnotations(points).map(({ day }) => day)).toEqual(days);
    expect(jumpAnnotations(points)).toHaveLength(days.length);
  });

  it('spread a step over the days that it took', () => {
    const points = lineOf(50, 50, 50, 50, 50, 0, 0);
    expect(jumpAnnotations([...points, { day: 30, value: 1400 }])).toEqual([]);
    expect(jumpAnnotations([...points, { day: 8, value: 1400 }])).toMatchObject([{ day: 8, size: 150, days: 1 }]);
  });

  it.each<[string, Record<number, number>, number[]]>([
    ['before larger ones', { 2: 440, 3: 260, 4: 250, 5: 270 }, [3, 4, 5]],
    ['after larger ones', { 1: 260, 2: 250, 3: 270, 5: 440 }, [1, 2, 3]],
  ])('leave out a step over two days %s of one day', (_, jumps, days) => {
    const line = [{ day: 0, value: 1000 }];
    for (const [day, size] of Object.entries({ ...jumps, 6: -200, 7: 0, 8: 0 }))
      line.push({ day: Number(day), value: line.at(-1)!.value + size });
    expect(jumpAnnotations(line).map(({ day }) => day)).toEqual(days);
  });

  it.each([
    ['2026-11-14', 1, 972, 'Nov 14: +972 in one day'],
    ['2026-11-14', 4, 1972, '+1,972 between Nov 10 and Nov 14'],
    ['2026-01-02', 4, 1972, '+1,972 between Dec 29, 2025 and Jan 2'],
    ['2022-11-14', 4, 1972, '+1,972 between Nov 10 and Nov 14, 2022'],
  ])('up to %s over %s days of %s more say so, with the year if it is another one', (day, days, size, text) => {
    expect(annotationText({ day: parseDay(day) ?? 0, value: 1, size, days }, parseDay('2026-11-22') ?? 0)).toBe(text);
  });
});
