import { measureBetween, measureText, parseDayWindow, pointsOfWindow, spokenMeasure } from '#domain/analytics/growth/chart/measure';
import { parseDay } from '#domain/days';

const day = (label: string) => parseDay(label) ?? 0;
const point = (label: string, value: number) => ({ day: day(label), value });
const today = day('2026-11-24');

type Reading = readonly [label: string, value: number];

describe('a measure between two readings', () => {
  it.each<readonly [name: string, one: Reading, other: Reading, text: string, spoken: string]>([
    ['a gain', ['2026-10-09', 438], ['2026-10-24', 706], 'Oct 9 to Oct 24: 438 to 706, +268, +61.2%, 15 days', 'plus 61.2 percent'],
    ['a loss', ['2026-10-09', 1200], ['2026-10-10', 900], 'Oct 9 to Oct 10: 1,200 to 900, -300, -25.0%, 1 day', 'minus 25.0 percent'],
    ['no change', ['2026-10-09', 5], ['2026-10-11', 5], 'Oct 9 to Oct 11: 5 to 5, 0, 0.0%, 2 days', '0.0 percent'],
    ['a gain from 0', ['2026-10-09', 0], ['2026-10-11', 1500], 'Oct 9 to Oct 11: 0 to 1,500, +1,500, 2 days', 'plus 1,500'],
    [
      'another year',
      ['2025-12-30', 100],
      ['2026-01-02', 110],
      'Dec 30, 2025 to Jan 2: 100 to 110, +10, +10.0%, 3 days',
      'plus 10.0 percent',
    ],
  ])('says %s as text and as speech, in either order', (_, one, other, text, spoken) => {
    const [first, last] = [point(...one), point(...other)];
    for (const measure of [measureBetween(first, last), measureBetween(last, first)]) {
      expect(measure && measureText(measure, today)).toBe(text);
      expect(measure && spokenMeasure(measure, today)).toBe(`${text.slice(0, text.indexOf(':'))}, ${spoken}`);
    }
  });

  it('needs two days', () => expect(measureBetween(point('2026-10-09', 1), point('2026-10-09', 2))).toBeNull());
});

describe('the window of a chart', () => {
  it.each([
    ['2026-10-09', '2026-10-24', { from: day('2026-10-09'), to: day('2026-10-24') }],
    ['2026-10-24', '2026-10-09', null],
    ['2026-10-09', '2026-10-09', null],
    ['2026-02-30', '2026-10-09', null],
    ['soon', '2026-10-09', null],
    [null, '2026-10-09', null],
    ['2026-10-09', null, null],
  ])('from %s to %s is %j', (from, to, window) => expect(parseDayWindow(from, to)).toEqual(window));

  it('contains the readings of both ends', () => {
    const points = ['2026-10-08', '2026-10-09', '2026-10-20', '2026-10-24', '2026-10-25'].map((label) => point(label, 1));
    expect(pointsOfWindow(points, { from: day('2026-10-09'), to: day('2026-10-24') })).toEqual(points.slice(1, 4));
  });
});
