import { sparklineHeights, sparklineOf } from '#domain/catalog/rows/sparkline';
import { MINUTES_PER_DAY } from '#domain/days';

const today = 20_000;
/** The sparkline of readings at noon, by the days before today. */
function series(readings: Readonly<Record<number, number | null>>) {
  const daysAgo = Object.keys(readings)
    .map(Number)
    .toSorted((a, b) => b - a);
  return sparklineOf(
    daysAgo.map((days) => (today - days + 0.5) * MINUTES_PER_DAY),
    daysAgo.map((days) => readings[days] ?? null),
    today,
  );
}
const gaps = (count: number) => ' '.repeat(count);

describe('a sparkline', () => {
  it.each<[string, Record<number, number | null>, string]>([
    ['a gain', { 89: 10, 0: 20 }, `A${gaps(28)}_`],
    ['a loss', { 89: 20, 0: 10 }, `_${gaps(28)}A`],
    ['readings of its last days', { 3: 0, 1: 63 }, `${gaps(28)}A_`],
    ['a count between', { 8: 0, 5: 21, 2: 63 }, `${gaps(27)}AV_`],
    ['the last reading of each three days', { 5: 1, 4: 2, 3: 3, 0: 9 }, `${gaps(28)}A_`],
    ['no reading without a count', { 5: 1, 2: 9, 0: null }, `${gaps(28)}A_`],
    ['an unchanged count, in the middle', { 4: 7, 0: 7 }, `${gaps(28)}gg`],
    ['nothing from before and after its days', { 90: 999, 4: 1, 0: 2, [-1]: 50 }, `${gaps(28)}A_`],
  ])('shows %s: %j as %j', (_, readings, text) => {
    expect(series(readings)).toBe(text);
  });

  it.each<[Record<number, number | null>]>([[{}], [{ 5: 1 }], [{ 4: 1, 3: 2 }], [{ 95: 1, 0: 2 }], [{ 5: null, 0: 2 }]])(
    'needs two points: %j',
    (readings) => {
      expect(series(readings)).toBeNull();
    },
  );

  it('is read as heights', () => {
    expect(sparklineHeights('A_ g')).toEqual([0, 63, null, 32]);
  });
});
